import type { Readable } from "node:stream";

/** The bytes of a stream as far as they were read. */
export interface ReadBytes {
  body: Buffer;
  /** Whether there were more; `body` is their beginning then. */
  truncated: boolean;
}

/**
 * Reads a stream. It listens to events, because an iterator of the stream takes as long as the rest of a small response.
 *
 * @param limit in bytes
 * @param isDrained whether the stream is read to its end after more bytes than the limit (default: it is destroyed)
 * @throws Error if the stream fails, or is closed before its end
 */
export function readStream(stream: Readable, limit = Number.POSITIVE_INFINITY, isDrained = false): Promise<ReadBytes> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = () => resolve({ body: Buffer.concat(chunks), truncated: size > limit });
    stream.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else if (!isDrained) {
        end();
        stream.destroy();
      }
    });
    stream.on("end", end);
    stream.on("error", reject);
    stream.on("close", () => {
      if (!stream.readableEnded) reject(new Error("the connection was closed before the end of the body"));
    });
  });
}
