import { headerText } from "#http/headers.js";
import { preferencesIn } from "#http/prefer.js";
import { Refusal } from "../errors/refusal.js";
import type { Preferred } from "./preferred-status.js";

/** The preferences that a request has: `Preferred` without those that it lacks. */
type ReadPreferences = { [Name in keyof Preferred]: NonNullable<Preferred[Name]> };

/** The characters of a header that are repeated. */
const MAX_PREFERENCE = 200;

/** The names of preferences. As parameters of the query, they begin with `__`, as those of Prism. */
const NAMES = ["code", "example", "dynamic", "seed"] as const;

/**
 * The preferences of a request (RFC 7240), in the header `Prefer`, or else in parameters of the query.
 *
 * @param parameter the value of a parameter, if the query has it
 * @returns a rejection if one cannot be read
 */
export function readPreferences(
  header: string | undefined,
  parameter: (name: string) => string | undefined,
): ReadPreferences | Refusal {
  const sent = header ? preferencesIn(header) : undefined;
  const [code, example, dynamic, seed] = NAMES.map((name) => (sent ? sent.get(name) : parameter(`__${name}`)));
  const isReadable =
    /^(\d{3})?$/.test(code ?? "") &&
    /^(true|false)?$/.test(dynamic ?? "") &&
    [code, example, dynamic, seed].every((value) => value !== "");
  if (!isReadable) return unreadable(header ?? "");
  return {
    ...(code !== undefined && { code: Number(code) }),
    ...(example !== undefined && { exampleKey: example }),
    ...(dynamic !== undefined && { dynamic: dynamic === "true" }),
    ...(seed !== undefined && { seed }),
  };
}

function unreadable(header: string): Refusal {
  const sent = JSON.stringify(headerText(header, MAX_PREFERENCE));
  const detail = `The header Prefer is ${sent}. It may have code=404, example=KEY, dynamic=true, seed=TEXT and delay=800, separated by commas: code is a status of three digits, dynamic is true or false.`;
  return new Refusal(422, "Invalid preference", detail);
}
