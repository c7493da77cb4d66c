import type { Readable } from "node:stream";
import type { ReadBytes } from "./read-stream.js";

/** How much of a stream is read. */
export interface Beginning {
  /** Bytes. */
  size: number;
  /** Milliseconds. */
  time: number;
  /** Milliseconds without data, after some were received. */
  pause: number;
}

/** Reads the beginning of a stream that may have no end. A stream that fails is read as far as it went. */
export function readBeginning(stream: Readable, { size, time, pause }: Beginning): Promise<ReadBytes> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let read = 0;
    let paused: NodeJS.Timeout | undefined;
    const finish = (truncated: boolean) => {
      clearTimeout(late);
      clearTimeout(paused);
      resolve({ body: Buffer.concat(chunks).subarray(0, size), truncated });
      if (truncated) stream.destroy();
    };
    const late = setTimeout(() => finish(true), time);
    stream.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      read += chunk.length;
      clearTimeout(paused);
      if (read > size) finish(true);
      else paused = setTimeout(() => finish(true), pause);
    });
    stream.on("end", () => finish(false));
    stream.on("error", () => finish(true));
    stream.on("close", () => finish(!stream.readableEnded));
  });
}
