import { pipeline, type Readable, Transform } from "node:stream";
import { finished } from "node:stream/promises";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";

/** Bytes of a body that are copied. A longer body is forwarded, and not checked. */
const MAX_BODY = 10 * 1024 * 1024;

/** Decoders of content codings (RFC 9110, 8.4.1). */
const DECODERS = new Map([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
]);

/** A copy of a body that is made while the body is forwarded. */
export class BodyCopy {
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #limit = MAX_BODY;
  /** A message without a body is complete from the beginning. */
  #isComplete = true;

  /** A stream that forwards another one. `onEnd` is called when all is forwarded, or the connection is closed. */
  forward(source: Readable, onEnd = () => {}): Readable {
    this.#isComplete = false;
    const copying = new Transform({
      transform: (chunk: Buffer, _, done) => {
        this.#size += chunk.length;
        if (this.#size <= this.#limit) this.#chunks.push(chunk);
        else this.#chunks.length = 0;
        done(null, chunk);
      },
    });
    pipeline(source, copying, (error) => {
      this.#isComplete = !error;
      onEnd();
    });
    return copying;
  }

  /** Reads a body to its end, however long it is. @throws Error if the connection is closed before */
  async readAll(source: Readable): Promise<Buffer> {
    this.#limit = Number.POSITIVE_INFINITY;
    await finished(this.forward(source).resume());
    return Buffer.concat(this.#chunks);
  }

  /** The body as text, its content codings decoded; undefined if it is incomplete, too long, or cannot be decoded. */
  async text(contentEncoding: string | null): Promise<string | undefined> {
    if (!this.#isComplete || this.#size > MAX_BODY) return undefined;
    let bytes: Buffer = Buffer.concat(this.#chunks);
    const codings = (contentEncoding ?? "")
      .toLowerCase()
      .split(",")
      .map((each) => each.trim());
    for (const coding of codings.toReversed()) {
      if (coding === "" || coding === "identity" || bytes.length === 0) continue;
      const decode = DECODERS.get(coding);
      const decoded: Buffer | undefined = await decode?.(bytes, { maxOutputLength: MAX_BODY }).catch(() => undefined);
      if (!decoded) return undefined;
      bytes = decoded;
    }
    return bytes.toString("utf8");
  }
}
