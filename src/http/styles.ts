import type { STYLES } from "../openapi/operations/operation.js";

/** The style of a list or an object, and whether each member has a place of its own. */
interface Written {
  style: (typeof STYLES)[number];
  explode: boolean;
}

/**
 * Characters between the members of a list (Style Examples, OpenAPI 3.1.1, 4.8.12.4). A space and a bar are not characters of a query
 * (RFC 3986, 3.4), and servers such as Tomcat reject a bar.
 */
const DELIMITERS: Partial<Record<Written["style"], string>> = { spaceDelimited: "%20", pipeDelimited: "%7C" };

/**
 * A list in a style (OpenAPI 3.1, 4.8.12.3).
 *
 * @param items percent-encoded
 * @returns empty for an empty list, which is undefined to all styles (RFC 6570, 2.3)
 */
export function listText(name: string, items: readonly string[], { style, explode }: Written): string {
  if (items.length === 0) return "";
  const joined = items.join(",");
  if (style === "simple") return joined;
  if (style === "label") return `.${explode ? items.join(".") : joined}`;
  if (style === "matrix") return `;${explode ? items.map((item) => `${name}=${item}`).join(";") : `${name}=${joined}`}`;
  return queryListText(name, items, { style, explode });
}

/** The text between the items of a list in a query, and `[]` for deepObject. Undefined if each item has the name again. */
export function jointOf({
  style = "form",
  explode = style === "form",
}: {
  style?: Written["style"];
  explode?: boolean;
}): string | undefined {
  if (style === "deepObject") return "[]";
  return explode ? undefined : (DELIMITERS[style] ?? ",");
}

/** The same in a query. */
function queryListText(name: string, items: readonly string[], { style, explode }: Written): string {
  if (items.length === 0) return "";
  return `${name}=${items.join(explode ? `&${name}=` : (DELIMITERS[style] ?? ","))}`;
}

/**
 * An object in a style. Members that are lists are exploded only in a query.
 *
 * @param pairs names and values, percent-encoded
 */
export function objectText(
  name: string,
  pairs: readonly (readonly [name: string, value: string])[],
  { style, explode }: Written,
): string {
  if (!explode) return listText(name, pairs.flat(), { style, explode });
  const named = pairs.map((pair) => pair.join("="));
  if (style === "simple") return named.join(",");
  if (style === "label" || style === "matrix")
    return named.map((pair) => `${style === "label" ? "." : ";"}${pair}`).join("");
  return named.join("&");
}
