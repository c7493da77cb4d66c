import type { IncomingMessage } from "node:http";
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
 * The body of a response without its content codings, the last one removed first (RFC 9110, 8.4). A body in a coding that
 * is unknown stays as it is.
 *
 * @throws Error if there are too many codings
 */
export function decodedBody(message: IncomingMessage): Readable {
  const codings = (message.headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "" && each !== "identity")
    .reverse();
  if (codings.length > MAX_CODINGS) throw new Error(`the response has ${codings.length} content codings`);
  const decoders = codings.map((each) => DECODERS[each]);
  if (!decoders.every((each) => each !== undefined)) return message;
  return decoders.reduce<Readable>((stream, create) => {
    // The reader of the last stream receives the error of any of them.
    return pipeline(stream, create(), () => {});
  }, message);
}
