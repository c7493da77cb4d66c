import { isObject, type Json } from "#openapi/document/document.js";
import { plainName } from "./names.js";

/** Names of parameters and fields that ask for a trial: the response says what a request would do. */
const NAMES = ["dryrun", "isdryrun", "validateonly", "onlyvalidate", "simulateonly", "whatif"];

/** Values that ask for no trial. */
const OFF = ["false", "0", "no", "none", "off", ""];

/**
 * The parameter or field by which a request asks for a trial alone: `?dryRun=true`, `?dry_run=All`, `{ "validateOnly": true }`.
 * Undefined for any other request.
 */
export function rehearsalIn(
  parameters: readonly { parameter: { name: string; in: string }; value: Json }[],
  body: Json | undefined,
): string | undefined {
  const sent = parameters.flatMap(({ parameter, value }): [string, Json | undefined][] =>
    parameter.in === "path" ? [] : [[parameter.name, value]],
  );
  const fields = isObject(body) ? Object.entries(body) : [];
  const asks = ([name, value]: [string, Json | undefined]) =>
    NAMES.includes(plainName(name)) && !OFF.includes(String(value ?? "").toLowerCase());
  return [...sent, ...fields].find(asks)?.[0];
}
