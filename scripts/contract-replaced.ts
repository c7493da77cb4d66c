import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { CONTRACT } from "#cli/installation.js";
import { loadDocument } from "#openapi/load/load.js";
import { operationsOf } from "#openapi/operations/operations.js";

/** Where the code of this repo for its own API is. It does not compile for another contract. */
const OWN_CODE = /^(src\/team-api|test|scripts\/release)\//;

const HANDLERS = "src/team-api/sandbox/handlers";

/** The operations of which the sandbox has a handler. Their code is read and not imported: it does not compile for another contract. */
async function handledOperations(): Promise<string[]> {
  const files = await readdir(HANDLERS).catch(() => []);
  const texts = await Promise.all(files.map((file) => readFile(join(HANDLERS, file), "utf8")));
  return texts.flatMap((text) => [...text.matchAll(/: Handler<"(\w+)">/g)].flatMap(([, id]) => id ?? []));
}

/**
 * Says what to do if the contract has been replaced by that of another API.
 *
 * @returns undefined if the contract has all operations of the sandbox
 */
export async function replacementAdvice(): Promise<string | undefined> {
  const document = await loadDocument(CONTRACT).catch(() => undefined);
  if (document === undefined) return undefined;
  const present = new Set(operationsOf(document).map(({ operationId }) => operationId));
  const handled = await handledOperations();
  const missing = handled.filter((id) => !present.has(id));
  if (missing.length === 0) return undefined;
  const lacks = `${CONTRACT} has no operation ${missing.join(", ")}, for which this repo has code`;
  if (missing.length < handled.length) {
    return `${lacks}: give it back its operationId, or rename its code in ${HANDLERS} and src/team-api/rules too.`;
  }
  return `${lacks}: it is the contract of another API.
  npm run build             needs no change: it writes the client package of your contract, and the commands
  src/team-api/sandbox      remove the handlers of these operations; npm run generate -- --handler ID writes one for yours
  src/team-api/rules, test  remove the rules and tests that name these operations
  redocly.yaml              has the rules for contracts; npm run lint -- --profile=recommended has the general ones only
docs/adopting.md has the steps.`;
}

/** Whether a file of this repo belongs to its own API. */
export function isOwnCode(path: string): boolean {
  return OWN_CODE.test(path);
}
