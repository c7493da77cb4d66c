import { createHash } from "node:crypto";
import { isObject, type Json } from "#openapi/document/document.js";
import { changeJson, everywhere, inEveryResponse, jsonOf } from "./change.js";
import { empty, type ServedResponse, type Variation } from "./service.js";

/** Changes the text of every JSON body, but not its value. */
function inJsonText(change: (body: Json, text: string) => string) {
  return inEveryResponse((response) => {
    const body = /json/.test(response.headers["Content-Type"] ?? "") ? jsonOf(response) : undefined;
    return body === undefined ? response : { ...response, body: change(body, String(response.body)) };
  });
}

/** Adds headers. Headers of the service are kept. */
function withHeaders(headers: Record<string, string>) {
  return inEveryResponse((response) => ({ ...response, headers: { ...headers, ...response.headers } }));
}

/** Replaces the media type of every JSON body. */
function withJsonType(change: (type: string) => string) {
  return inEveryResponse(({ headers, ...response }) => {
    const type = headers["Content-Type"];
    return { ...response, headers: type?.includes("json") ? { ...headers, "Content-Type": change(type) } : headers };
  });
}

/** An object with its fields in the opposite order. */
function reversed(value: Json): Json {
  if (!isObject(value)) return value;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([name, each]) => [name, each ?? null]));
}

const etagOf = ({ body }: ServedResponse) => `"${createHash("sha1").update(body).digest("hex")}"`;

/** Properties of HTTP and JSON that no document has to mention. They are legal for every service. */
export const LEGAL_ON_THE_WIRE: Variation<unknown>[] = [
  { title: "follows its document in the plainest way" },
  { title: "sends bodies in chunks, and the names of headers in capitals", write: "chunked" },
  { title: "compresses bodies if the client accepts gzip", write: "gzip" },
  { title: "sends early hints before each response (RFC 8297)", write: "earlyHints" },
  {
    title: "writes JSON with other white space, another order of fields, and letters as escape sequences",
    respond: inJsonText((body) => {
      const text = JSON.stringify(everywhere(body, reversed), null, "\t");
      const escaped = text.replace(/"(?:[^"\\]|\\.)*"/g, (each) => each.replace(/e/g, "\\u0065").replace(/\//g, "\\/"));
      return `${escaped} \r\n\n`;
    }),
  },
  {
    title: "writes integers with a fraction of zero, which JSON Schema counts as integers",
    respond: inJsonText((_, text) => text.replace(/(?<=":)(\d+)(?=[,}])/g, "$1.0")),
  },
  { title: "names the charset of JSON", respond: withJsonType((type) => `${type}; charset=utf-8`) },
  {
    title: "writes media types in capitals, with quoted and unknown parameters",
    respond: withJsonType((type) => `${type.replace("application", "Application")} ;Charset="UTF-8"; v=2`),
  },
  {
    title: "adds fields to every object",
    respond: inEveryResponse((response) =>
      changeJson(response, (body) =>
        everywhere(body, (value) => (isObject(value) ? { ...value, revision: 1 } : value)),
      ),
    ),
  },
  {
    title: "adds headers",
    respond: withHeaders({
      "X-Request-Id": "f00",
      Server: "gateway/2",
      "Set-Cookie": "lb=a1; Path=/; HttpOnly",
      "Strict-Transport-Security": "max-age=60",
      Vary: "Accept, Origin",
      "Cache-Control": "private, no-cache",
      "Content-Language": "en",
      Deprecation: "@1798761600",
      "RateLimit-Policy": '"default";q=1000;w=60',
    }),
  },
  {
    title: "sends ETags, and 304 if the client sends one back",
    respond: async (request, next) => {
      const response = await next();
      if (request.method !== "GET" || response.status !== 200) return response;
      const ETag = etagOf(response);
      return request.headers["if-none-match"] === ETag
        ? empty(304, { ETag })
        : { ...response, headers: { ...response.headers, ETag, "Last-Modified": "Sun, 01 Nov 2026 09:30:00 GMT" } };
    },
  },
  {
    title: "closes the connection after each response",
    respond: withHeaders({ Connection: "close" }),
  },
  {
    title: "rejects HEAD and OPTIONS",
    respond: (request, next) =>
      /^(HEAD|OPTIONS|TRACE)$/.test(request.method) ? empty(405, { Allow: "GET, POST" }) : next(),
  },
  {
    title: "responds to OPTIONS with 200 and a body, for every path",
    respond: (request, next) =>
      request.method === "OPTIONS"
        ? { status: 200, headers: { "Content-Type": "text/plain", "Access-Control-Allow-Origin": "*" }, body: "GET" }
        : next(),
  },
  {
    title: "rejects unknown query parameters with an empty 404",
    respond: (_, next, { unknownParameters }) => (unknownParameters.length > 0 ? empty(404) : next()),
  },
  {
    title: "rejects long URLs with 414 and long bodies with 413",
    respond: (request, next) =>
      request.path.length + `${request.query}`.length > 1000
        ? empty(414)
        : request.body.length > 2500
          ? empty(413)
          : next(),
  },
];
