// A film of whatever a browser shows, made by the browser itself: its pictures as they come, then a
// page that encodes them one after another. Each is shown equally long, also where the machine is busy.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { webm } from "./webm";

/** Where films go, if somebody asked for them. */
const FOLDER = process.env["FILM"];
/** Pictures that follow sooner than this are left out, ms. */
const APART = 400;
/** How long each is shown, ms. */
const SHOWN = 250;
const SIZE = { width: 960, height: 600 };

/** Films every page of a browser from now on; the answer ends it and writes `NAME.webm`. */
export async function filmed(context: BrowserContext, name: string): Promise<() => Promise<void>> {
  if (FOLDER === undefined) return () => Promise.resolve();
  const pictures: string[] = [];
  let last = 0;
  const film = async (page: Page): Promise<void> => {
    const tools = await context.newCDPSession(page);
    tools.on("Page.screencastFrame", ({ data, sessionId }) => {
      if (Date.now() - last >= APART) {
        last = Date.now();
        pictures.push(data);
      }
      // A page that has gone needs no answer.
      tools.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
    });
    const { width: maxWidth, height: maxHeight } = SIZE;
    await tools.send("Page.startScreencast", { format: "jpeg", quality: 80, maxWidth, maxHeight });
  };
  await Promise.all(context.pages().map(film));
  context.on("page", (page) => void film(page).catch(() => undefined));
  return async () => {
    const page = await context.newPage();
    // Only a page of the site may encode; the service worker has it though there is no network.
    await page.goto("/");
    const frames = await page.evaluate(encoded, { pictures, shown: SHOWN, ...SIZE });
    const path = `${FOLDER}/${name}.webm`;
    mkdirSync(dirname(path), { recursive: true });
    const film = webm(
      frames.map(({ data, key }) => ({ data: Buffer.from(data, "base64"), key })),
      { shown: SHOWN, ...SIZE },
    );
    writeFileSync(path, film);
    console.log(`${path}: ${frames.length} pictures, ${(frames.length * SHOWN) / 1000} s`);
  };
}

interface Film {
  /** How long each picture is shown, ms. */
  shown: number;
  width: number;
  height: number;
}

/** Sent to a page: encodes the pictures one after another, however long it takes. */
async function encoded(
  film: Film & { pictures: string[] },
): Promise<{ data: string; key: boolean }[]> {
  const frames: { data: string; key: boolean }[] = [];
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      let text = "";
      for (let at = 0; at < bytes.length; at += 8192) {
        text += String.fromCharCode(...bytes.subarray(at, at + 8192));
      }
      frames.push({ data: btoa(text), key: chunk.type === "key" });
    },
    error: (error) => console.error(error),
  });
  const { width, height, shown } = film;
  encoder.configure({ codec: "vp8", width, height, bitrate: 1_200_000, framerate: 1000 / shown });
  const canvas = new OffscreenCanvas(width, height);
  const brush = canvas.getContext("2d");
  for (const [number, picture] of film.pictures.entries()) {
    const image = new Image();
    image.src = `data:image/jpeg;base64,${picture}`;
    await image.decode();
    brush?.drawImage(image, 0, 0, width, height);
    const frame = new VideoFrame(canvas, { timestamp: number * shown * 1000 });
    encoder.encode(frame, { keyFrame: number % 50 === 0 });
    frame.close();
    if (encoder.encodeQueueSize > 4) await encoder.flush();
  }
  await encoder.flush();
  return frames;
}
