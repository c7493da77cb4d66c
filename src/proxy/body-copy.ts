import { Readable } from "node:stream";
import { decodedBody } from "../http/body/content-coding.js";
import { readStream } from "../http/body/read-stream.js";
import { textOf } from "../http/body/text-of.js";

/** Bytes of a body that are copied. A longer body is forwarded, and not checked. */
export const MAX_BODY = 10 * 1024 * 1024;

/** A copy of a body that is made while the body is forwarded. */
export class BodyCopy {
  readonly #chunks: Buffer[] = [];
  #size = 0;
  /** A message without a body is complete from the beginning. */
  #isComplete = true;

  /**
   * Copies the chunks of a stream while something else reads it, which has to begin at once. `onEnd` is called when all is
   * read, or the connection is closed.
   */
  follow(source: Readable, onEnd = () => {}): void {
    this.#isComplete = false;
    // A stream between the two would take three times as long. A second listener waits when the first one waits.
    source.on("data", (chunk: Buffer) => {
      this.#size += chunk.length;
      if (this.#size <= MAX_BODY) this.#chunks.push(chunk);
      else this.#chunks.length = 0;
    });
    let isOver = false;
    const stop = () => {
      if (isOver) return;
      isOver = true;
      this.#isComplete = source.readableEnded;
      onEnd();
    };
    source.on("end", stop);
    source.on("error", stop);
    source.on("close", stop);
  }

  /** The body as it was sent; undefined if it is incomplete or too long. */
  get bytes(): Buffer | undefined {
    return this.#isComplete && this.#size <= MAX_BODY ? Buffer.concat(this.#chunks) : undefined;
  }

  /**
   * The body as text, its codings and its charset decoded. Undefined if it is incomplete, too long, or cannot be decoded.
   */
  async text(headers: Pick<Headers, "get">): Promise<string | undefined> {
    const contentEncoding = headers.get("content-encoding");
    const contentType = headers.get("content-type") ?? "";
    const { bytes } = this;
    if (!bytes) return undefined;
    if (!contentEncoding || bytes.length === 0) return textOf(bytes, contentType);
    try {
      const decoded = decodedBody(Readable.from([bytes]), contentEncoding);
      if (!decoded) return undefined;
      const { body, truncated } = await readStream(decoded, MAX_BODY);
      return truncated ? undefined : textOf(body, contentType);
    } catch {
      return undefined;
    }
  }
}
