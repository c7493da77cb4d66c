import { UserError } from "#cli/user-error.js";
import { asList, asObject, asText, type OpenApiDocument } from "#openapi/document/document.js";

/** A server in the menu of the page, which shows its name. A type, because an interface is not JSON. */
export type Server = { url: string; description: string; name: string };

/** The environment variable of a server that `npm start` adds to the menu. */
const BASE_URL_VARIABLE = "TEAM_API_BASE_URL";

/** The base URL of the first server, with the default values of its variables (Server Object, OpenAPI 3.1, 4.8.5). */
export function defaultBaseUrl(document: OpenApiDocument): string {
  const { url, variables } = asObject(asList(document.servers)[0]);
  const filled = asText(url)?.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => {
    return asText(asObject(asObject(variables)[name]).default) ?? whole;
  });
  return filled && URL.canParse(filled) ? filled : "https://api.example.com";
}

/**
 * The server that `TEAM_API_BASE_URL` names; undefined if it is not set.
 *
 * @throws UserError if it is not an http(s) URL, or has a user or password; the message does not repeat it
 */
export function serverFrom(environment: NodeJS.ProcessEnv): Server | undefined {
  const text = environment[BASE_URL_VARIABLE]?.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new UserError(
      `${BASE_URL_VARIABLE} is not a base URL. Use an http(s) URL without user, password and query: https://staging.example.com`,
    );
  }
  const description = `The server of ${BASE_URL_VARIABLE}. It must allow requests from other origins (CORS).`;
  const address = text.replace(/\/+$/, "");
  return { url: address, description, name: address };
}
