import { pipeline, type Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** Servers end a body without the last bytes of its coding; the text before them is complete. */
const LENIENT = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(LENIENT),
  "x-gzip": () => createGunzip(LENIENT),
  deflate: () => createInflate(LENIENT),
  br: () =>
    createBrotliDecompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    }),
};

/** A response has one or two codings; more would be an attack on the memory of the client. */
const MAX_CODINGS = 5;

/**
 * A body without its content codings, the last one removed first (RFC 9110, 8.4).
 *
 * @param contentEncoding the header of the body
 * @returns undefined if a coding is unknown
 * @throws Error if there are too many codings
 */
export function decodedBody(body: Readable, contentEncoding: string): Readable | undefined {
  const codings = contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity")
    .reverse();
  if (codings.length > MAX_CODINGS) throw new Error(`the body has ${codings.length} content codings`);
  const decoders = codings.map((coding) => DECODERS[coding]);
  if (!decoders.every((decoder) => decoder !== undefined)) return undefined;
  return decoders.reduce<Readable>((stream, create) => {
    // The reader of the last stream receives the error of any of them.
    return pipeline(stream, create(), () => {});
  }, body);
}
