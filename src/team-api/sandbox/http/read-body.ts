import type { FastifyInstance } from "fastify";
import { isJson } from "#http/media-type.js";
import { UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import { Problem } from "./problem.js";

/**
 * Sets how request bodies are read: JSON as a value, and any other media type as text. JSON
 * must be UTF-8 (RFC 8259, section 8.1), and must not have keys that would change an object's prototype.
 */
export function addBodyParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0 || !isJson(request.headers["content-type"] ?? "")) return done(null, body.toString());
    const text = decodeUtf8(body);
    if (text === undefined) return done(malformed("The body is not UTF-8."));
    parse(request, text, (error, value) =>
      done(error ? malformed(`The body is not valid JSON: ${error.message}.`) : null, { json: value }),
    );
  });
}

function decodeUtf8(body: string | Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(body));
  } catch {
    return undefined;
  }
}

function malformed(detail: string): Problem {
  return new Problem(UNSPECIFIED_BEHAVIOR.malformed.status, detail);
}
