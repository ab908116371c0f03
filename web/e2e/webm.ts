// Encoded pictures as a WebM file: the few parts of the container that players ask for.

interface Frame {
  data: Buffer;
  /** Whether it can be shown without those before it. */
  key: boolean;
}

interface Look {
  /** How long each picture is shown, ms. */
  shown: number;
  width: number;
  height: number;
}

/** An element: its id, its length in eight bytes, what it holds. */
function element(id: number, ...parts: Buffer[]): Buffer {
  const name = Buffer.from(id.toString(16), "hex");
  const length = Buffer.alloc(8);
  const held = Buffer.concat(parts);
  length.writeBigUInt64BE(BigInt(held.length));
  length[0] = 1;
  return Buffer.concat([name, length, held]);
}

function number(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return element(id, bytes);
}

function real(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
}

function text(id: number, value: string): Buffer {
  return element(id, Buffer.from(value));
}

/** Pictures from a key picture to the next, which lie less than half a minute apart. */
function cluster(frames: readonly Frame[], from: number, shown: number): Buffer {
  const blocks = frames.map(({ data, key }, at) => {
    const head = Buffer.from([0x81, 0, 0, key ? 0x80 : 0]);
    head.writeInt16BE(at * shown, 1);
    return element(0xa3, head, data);
  });
  return element(0x1f43b675, number(0xe7, from * shown), ...blocks);
}

/** The whole film, VP8. */
export function webm(frames: readonly Frame[], { shown, width, height }: Look): Buffer {
  const head = element(
    0x1a45dfa3,
    number(0x4286, 1),
    number(0x42f7, 1),
    number(0x42f2, 4),
    number(0x42f3, 8),
    text(0x4282, "webm"),
    number(0x4287, 4),
    number(0x4285, 2),
  );
  const info = element(
    0x1549a966,
    number(0x2ad7b1, 1_000_000),
    real(0x4489, frames.length * shown),
    text(0x4d80, "trencavel"),
    text(0x5741, "trencavel"),
  );
  const video = element(0xe0, number(0xb0, width), number(0xba, height));
  const track = element(
    0xae,
    number(0xd7, 1),
    number(0x73c5, 1),
    number(0x83, 1),
    text(0x86, "V_VP8"),
    video,
  );
  const keys = frames.flatMap(({ key }, at) => (key ? [at] : []));
  const clusters = keys.map((from, i) => cluster(frames.slice(from, keys[i + 1]), from, shown));
  return Buffer.concat([head, element(0x18538067, info, element(0x1654ae6b, track), ...clusters)]);
}
