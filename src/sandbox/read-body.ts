import type { FastifyInstance } from "fastify";
import { isJson } from "../http/media-type.js";
import { Problem } from "./problem.js";
import { UNSPECIFIED_BEHAVIOR } from "./unspecified-behavior.js";

/**
 * Lets an app read bodies: JSON as a value, anything else as bytes, no body as undefined. JSON is UTF-8 (RFC 8259, 8.1),
 * and must not carry keys that reach for an object's prototype.
 */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!isJson(request.headers["content-type"] ?? "")) return done(null, body);
    const text = utf8(body);
    if (text === undefined) return done(malformed("The body is not UTF-8."));
    parse(request, text, (error, value) =>
      done(error ? malformed(`The body is no JSON that is taken here: ${error.message}.`) : null, value),
    );
  });
}

function utf8(body: string | Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(body));
  } catch {
    return undefined;
  }
}

function malformed(detail: string): Problem {
  return new Problem(UNSPECIFIED_BEHAVIOR.malformed.status, detail);
}
