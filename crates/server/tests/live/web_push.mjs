// A browser's half of Web Push, with the cryptography of Node: makes keys, and opens what was
// sealed for them. Reads one question as JSON, answers as JSON.
import { webcrypto } from "node:crypto";

const { subtle } = webcrypto;
const curve = { name: "ECDH", namedCurve: "P-256" };
const bytes = (text) => Buffer.from(text, "base64url");
const text = (bytes) => Buffer.from(bytes).toString("base64url");

async function keys() {
  const pair = await subtle.generateKey(curve, true, ["deriveBits"]);
  return {
    jwk: await subtle.exportKey("jwk", pair.privateKey),
    p256dh: text(await subtle.exportKey("raw", pair.publicKey)),
    auth: text(webcrypto.getRandomValues(new Uint8Array(16))),
  };
}

async function derive(salt, secret, info, length) {
  const key = await subtle.importKey("raw", secret, "HKDF", false, [
    "deriveBits",
  ]);
  const how = { name: "HKDF", hash: "SHA-256", salt, info };
  return Buffer.from(await subtle.deriveBits(how, key, 8 * length));
}

async function open({ jwk, p256dh, auth, sealed }) {
  const all = bytes(sealed);
  const [salt, size, length] = [
    all.subarray(0, 16),
    all.readUInt32BE(16),
    all[20],
  ];
  const sender = all.subarray(21, 21 + length);
  const own = await subtle.importKey("jwk", jwk, curve, false, ["deriveBits"]);
  const other = await subtle.importKey("raw", sender, curve, false, []);
  const shared = await subtle.deriveBits(
    { name: "ECDH", public: other },
    own,
    256,
  );
  const about = Buffer.concat([
    Buffer.from("WebPush: info\0"),
    bytes(p256dh),
    sender,
  ]);
  const secret = await derive(bytes(auth), shared, about, 32);
  const key = await derive(
    salt,
    secret,
    Buffer.from("Content-Encoding: aes128gcm\0"),
    16,
  );
  const iv = await derive(
    salt,
    secret,
    Buffer.from("Content-Encoding: nonce\0"),
    12,
  );
  const aes = await subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const body = all.subarray(21 + length);
  const plain = Buffer.from(
    await subtle.decrypt({ name: "AES-GCM", iv }, aes, body),
  );
  const end = plain.lastIndexOf(2);
  if (plain.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error("padding");
  return {
    size,
    text: plain.subarray(0, end).toString(),
    length: plain.length,
  };
}

async function verify({ authorization }) {
  const [, token, k] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization);
  const [head, claims, signature] = token.split(".");
  const how = { name: "ECDSA", namedCurve: "P-256" };
  const key = await subtle.importKey("raw", bytes(k), how, false, ["verify"]);
  const signed = Buffer.from(`${head}.${claims}`);
  const good = await subtle.verify(
    { name: "ECDSA", hash: "SHA-256" },
    key,
    bytes(signature),
    signed,
  );
  return {
    good,
    k,
    head: JSON.parse(bytes(head)),
    claims: JSON.parse(bytes(claims)),
  };
}

let input = "";
for await (const chunk of process.stdin) input += chunk;
const { ask, ...question } = JSON.parse(input);
const answer = await { keys, open, verify }[ask](question);
process.stdout.write(JSON.stringify(answer));
