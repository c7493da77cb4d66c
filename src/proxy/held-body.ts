import type { Readable } from "node:stream";
import { MAX_BODY } from "./body-copy.js";

/**
 * Reads a body that is held back: to its end, for a time, or up to the checked length. A longer one is not held, because it
 * may never end.
 *
 * @param time in milliseconds
 * @returns what was read, and whether that is the whole body; the stream is paused otherwise
 */
export function held(body: Readable, time: number): Promise<{ chunks: Buffer[]; isWhole: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (isWhole: boolean) => {
      clearTimeout(timer);
      body.off("data", add).pause();
      resolve({ chunks, isWhole });
    };
    const add = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BODY) stop(false);
    };
    const timer = setTimeout(stop, time, false);
    body.on("data", add);
    body.on("end", () => stop(true));
    body.on("close", () => stop(false));
  });
}
