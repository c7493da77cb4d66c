import { Problem } from "../problem.js";
import { UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";

/** The values of each query parameter, in the order in which they were sent. */
export type Query = ReadonlyMap<string, readonly string[]>;

/**
 * Parses a query as `application/x-www-form-urlencoded` (WHATWG URL, section 5.1), but rejects malformed
 * percent-encoding and UTF-8.
 *
 * @param search the text after `?`
 * @throws Problem
 */
export function readQuery(search: string): Query {
  const query = new Map<string, string[]>();
  for (const pair of search.split("&")) {
    if (pair === "") continue;
    const [name = "", ...value] = pair.split("=");
    const key = decode(name);
    const values = query.get(key) ?? [];
    values.push(decode(value.join("=")));
    query.set(key, values);
  }
  return query;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new Problem(
      UNSPECIFIED_BEHAVIOR.malformed.status,
      "The query has a `%` that does not start a UTF-8 character. Write a percent sign as %25.",
    );
  }
}
