import { readFile } from "node:fs/promises";
import { UserError } from "#cli/user-error.js";
import { textOf } from "#http/body/text-of.js";
import { asList, asObject, asText, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { percentDecoded } from "#openapi/document/percent-decoded.js";
import { headersOf, type RecordedExchange } from "./recorded-exchange.js";

/**
 * Reads a HAR file (HTTP Archive 1.2), as browsers, Playwright and k6 write it. Entries that are not HTTP requests are
 * left out.
 *
 * @throws UserError if the file cannot be read, or is not a HAR file
 */
export async function readHar(file: string): Promise<RecordedExchange[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      error.code === "ENOENT" ? `${file} does not exist. Name a HAR file.` : `${file} cannot be read: ${error.message}`,
    );
  });
  const entries = asObject(asObject(parsed(text)).log).entries;
  if (!Array.isArray(entries)) {
    throw new UserError(`${file} is not a HAR file: it has no list log.entries. Export the traffic as HAR 1.2.`);
  }
  return entries.flatMap((entry) => exchangeOf(asObject(entry)) ?? []);
}

function parsed(text: string): Json | undefined {
  try {
    // Some tools write a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}

function exchangeOf(entry: JsonObject): RecordedExchange | undefined {
  const [request, response] = [asObject(entry.request), asObject(entry.response)];
  const [method, address, status] = [asText(request.method), asText(request.url) ?? "", response.status];
  if (method === undefined || typeof status !== "number" || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  const user = userOf(url);
  const headers = requestHeaders(request, user);
  return {
    request: { method, headers, url: withoutUser(url), body: requestBody(request), ...(user ? { user } : {}) },
    response: { status, headers: responseHeaders(response), body: responseBody(response, method) },
    duration: typeof entry.time === "number" ? Math.max(0, entry.time) : 0,
  };
}

/** The headers of a request. A client sends the user and password of an address by HTTP Basic (RFC 3986, 3.2.1). */
function requestHeaders({ headers: pairs }: JsonObject, user: string | undefined): Headers {
  const headers = headersOf(pairsOf(pairs));
  if (user !== undefined && !headers.has("authorization")) {
    headers.set("authorization", `Basic ${Buffer.from(user).toString("base64")}`);
  }
  return headers;
}

function userOf({ username, password }: URL): string | undefined {
  return username || password ? `${percentDecoded(username)}:${percentDecoded(password)}` : undefined;
}

function withoutUser(address: URL): URL {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  return url;
}

function pairsOf(list: Json | undefined): [string, string][] {
  return asList(list).flatMap((entry): [string, string][] => {
    const { name, value } = asObject(entry);
    return typeof name === "string" && typeof value === "string" ? [[name, value]] : [];
  });
}

/** Some recorders give the media type of a body only beside it. */
function responseHeaders(response: JsonObject): Headers {
  const headers = headersOf(pairsOf(response.headers));
  const type = asText(asObject(response.content).mimeType);
  // Chrome writes `x-unknown` for a response without one.
  if (!headers.has("content-type") && type && headers.keys().next().done === true && type !== "x-unknown") {
    headers.set("content-type", type);
  }
  return headers;
}

/** The body of a request: undefined if it was sent, and not recorded. */
function requestBody({ postData, bodySize }: JsonObject): string | undefined {
  if (!isObject(postData)) return typeof bodySize === "number" && bodySize > 0 ? undefined : "";
  const text = asText(postData.text);
  // A form may be recorded by its fields only, and a file by its name.
  return text === undefined || (text === "" && typeof bodySize === "number" && bodySize > 0) ? undefined : text;
}

/** The body of a response: undefined if it was not recorded. */
function responseBody({ content, status }: JsonObject, method: string): string | undefined {
  const { text, encoding, size, mimeType } = asObject(content);
  if (typeof text === "string") {
    // Recorders that leave bodies out write an empty text for some.
    if (text === "" && size !== 0) return isBodiless(method, status) ? "" : undefined;
    return encoding === "base64" ? textOf(Buffer.from(text, "base64"), asText(mimeType) ?? "") : text;
  }
  return size === 0 || isBodiless(method, status) ? "" : undefined;
}

/** Whether the response has no body in any case (RFC 9110, 6.4.1). */
function isBodiless(method: string, status: Json | undefined): boolean {
  return method === "HEAD" || status === 204 || status === 304;
}
