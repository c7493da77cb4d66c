import { asList, asObject, asText, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";

/** The server of an operation whose document has others (Operation Object, OpenAPI 3.1, 4.8.10; Path Item Object, 4.8.9). */
export interface OwnServer {
  /** With the defaults of its variables, without a slash at the end; it may be relative. */
  url: string;
  /** Those of the document, of which it takes the place. */
  instead: readonly string[];
}

/**
 * The first server of an operation, or of its path.
 *
 * @returns undefined without one, and if it is one of the document's
 */
export function ownServerOf(document: OpenApiDocument, item: JsonObject, operation: JsonObject): OwnServer | undefined {
  const [url] = urlsOf(operation.servers ?? item.servers);
  const instead = urlsOf(document.servers);
  return url === undefined || instead.includes(url) ? undefined : { url, instead };
}

function urlsOf(servers: Json | undefined): string[] {
  return asList(servers).flatMap((server) => {
    const { url, variables } = asObject(server);
    const filled = asText(url)?.replace(/\{([^{}]+)\}/g, (name, key: string) => {
      return asText(asObject(asObject(variables)[key]).default) ?? name;
    });
    return filled === undefined ? [] : [filled.replace(/\/$/, "")];
  });
}

/**
 * The base URL of an operation on a server that the user names. An own server of the API's origin has its path there. One of
 * another origin has its own address, to which only the user may permit requests.
 *
 * @param baseUrl of the API, without a slash at the end
 */
export function baseOf(server: OwnServer | undefined, baseUrl: string): string {
  if (server === undefined || !URL.canParse(baseUrl)) return baseUrl;
  const given = new URL(baseUrl);
  const origins = server.instead.flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : []));
  const isAbsolute = URL.canParse(server.url);
  if (isAbsolute && !origins.includes(new URL(server.url).origin)) return new URL(server.url).href.replace(/\/$/, "");
  if (!URL.canParse(server.url, given.origin)) return baseUrl;
  return given.origin + prefixOf(given.pathname, server) + pathOf(server.url);
}

/** The path below which a target has the whole API. It is the base URL without the path of the document's server. */
function prefixOf(path: string, { instead }: OwnServer): string {
  const base = path.replace(/\/$/, "");
  const documented = (instead.length > 0 ? instead : [""])
    .map(pathOf)
    .toSorted((one, other) => other.length - one.length);
  const end = documented.find((own) => base.endsWith(own));
  return end === undefined ? "" : base.slice(0, base.length - end.length);
}

function pathOf(url: string): string {
  const base = "http://localhost/";
  return URL.canParse(url, base) ? new URL(url, base).pathname.replace(/\/$/, "") : "";
}
