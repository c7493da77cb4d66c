import { AUTHORIZATION, authorizationScheme } from "#http/credentials.js";
import { isFramingHeader, isToken } from "#http/headers.js";
import type { JsonObject } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { securitySchemes } from "#openapi/operations/security.js";
import type { Target } from "../../model/target/target.js";
import { isVariable, type SettingsReader } from "../settings.js";

/** Headers that every request sets, beside those of its framing. */
const OWN_HEADERS = ["accept", "content-type"];

/**
 * The headers of a target file, which are sent with every request. `Authorization` replaces a key.
 *
 * @param own the names of the security schemes for which the file has a key
 */
export function headersOf(
  settings: JsonObject,
  own: readonly string[],
  { document, fail, variable }: SettingsReader,
): Target["headers"] {
  const schemes = securitySchemes(document);
  const isGivenTwice = own.some((name) => schemes[name] && authorizationScheme(schemes[name]) !== undefined);
  const apiKeys = Object.values(schemes).filter((scheme) => scheme.type === "apiKey");
  const keyHeaders = apiKeys.map(headerNameOf).filter((name) => name !== AUTHORIZATION);
  const parameterHeaders = operationsOf(document).flatMap(({ parameters }) => parameters.map(headerNameOf));
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const setting = ["headers", name];
      const lowerCase = name.toLowerCase();
      if (!isToken(name)) return fail(setting, "this is not a header name.");
      if (keyHeaders.includes(lowerCase)) {
        return fail(setting, "keys belong under credentials, by the name of their security scheme.");
      }
      if (lowerCase === AUTHORIZATION && isGivenTwice) {
        return fail(setting, "a key under credentials sets this header too. Omit one of them.");
      }
      if (parameterHeaders.includes(lowerCase)) {
        return fail(setting, "the contract has a parameter of this name, which every test case sets. Omit it.");
      }
      if (OWN_HEADERS.includes(lowerCase) || isFramingHeader(name))
        return fail(setting, "every request sets this header. Omit it.");
      const text = String(value);
      if (isVariable(text)) return [name, variable(text, setting)];
      if (lowerCase === AUTHORIZATION) {
        return fail(
          setting,
          `this is a key. Write it as \${NAME}, a variable that holds the whole value: its scheme too.`,
        );
      }
      return /^[\x20-\x7e]*$/.test(text)
        ? [name, text]
        : fail(setting, "it holds a character that a header cannot carry: a line break or a letter beyond ASCII.");
    }),
  );
}

/** The header that carries a parameter or key, in lower case; empty for one that no header carries. */
function headerNameOf({ in: place, name }: { in: string; name: string }): string {
  if (place === "cookie") return "cookie";
  return place === "header" ? name.toLowerCase() : "";
}
