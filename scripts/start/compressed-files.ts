import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { versionOf } from "../docs/page-files.js";

/** A file as it is sent. */
export interface SentFile {
  /** Of its content. */
  version: string;
  /** Its content coding (RFC 9110, 8.4.1); undefined for none. */
  encoding: "br" | "gzip" | undefined;
  bytes: Buffer;
}

/** Smaller texts would grow. */
const LEAST = 1000;

const CODINGS: Readonly<Record<"br" | "gzip", (text: string) => Promise<Buffer>>> = {
  // Of 11. Higher ones take seconds for the script of the page.
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (text) => promisify(gzip)(text),
};

/** Compresses files, each content once. */
export class CompressedFiles {
  readonly #files = new Map<string, { body: string; version: string; codings: Map<string, Promise<Buffer>> }>();

  /** @param accepted the header `Accept-Encoding` of the request */
  async file(name: string, body: string, accepted: string): Promise<SentFile> {
    const known = this.#files.get(name);
    const file = known?.body === body ? known : { body, version: versionOf(body), codings: new Map() };
    this.#files.set(name, file);
    const { version, codings } = file;
    const encoding = body.length < LEAST ? undefined : codingOf(accepted);
    if (encoding === undefined) return { version, encoding, bytes: Buffer.from(body) };
    const bytes = codings.get(encoding) ?? CODINGS[encoding](body);
    codings.set(encoding, bytes);
    return { version, encoding, bytes: await bytes };
  }
}

/** The best coding that a client accepts (RFC 9110, 12.5.3). */
function codingOf(accepted: string): "br" | "gzip" | undefined {
  const codings = accepted.split(",").map((coding) => coding.trim().toLowerCase());
  const isAccepted = (name: string) =>
    codings.some((coding) => coding.split(";", 1)[0] === name && !/;\s*q=0(\.0*)?$/.test(coding));
  if (isAccepted("br")) return "br";
  return isAccepted("gzip") ? "gzip" : undefined;
}
