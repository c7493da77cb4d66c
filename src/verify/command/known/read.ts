import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { ErrorObject } from "ajv/dist/2020.js";
import { UserError } from "#cli/user-error.js";
import { lineOf } from "#openapi/files/line-of.js";
import { readYaml } from "#openapi/files/read-yaml.js";
import { isSameEntry, type KnownCause } from "../../model/known.js";
import { checkedForm, placed } from "../../target/checked-form.js";
import { KNOWN_SCHEMA } from "./schema.js";

/** A file of known findings as it is. */
export interface KnownFile {
  path: string;
  /** Undefined if it does not exist yet. */
  text: string | undefined;
  entries: readonly KnownCause[];
}

/**
 * Reads a file of known findings.
 *
 * @param isUpdated whether the run writes it, so that it need not exist
 * @throws UserError, one line: what is wrong, in which line, and what to do
 */
export async function readKnownFile(path: string, isUpdated: boolean): Promise<KnownFile> {
  const name = relative(process.cwd(), resolve(path)) || path;
  const fail = (problem: string, line?: number): never => {
    throw new UserError(`${name}${line === undefined ? "" : `:${line}`}: ${problem}`);
  };
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") return fail(`this file cannot be read: ${error.message}.`);
    if (isUpdated) return undefined;
    return fail("this file does not exist. Write it with the causes of a run: --update-known");
  });
  if (text === undefined) return { path, text, entries: [] };
  const content = await readYaml(text, (problem) => fail(`this is not valid YAML${problem}. Correct it.`));
  const failAt = async (place: readonly string[], problem: string) =>
    fail(placed({ place, problem }), place.length > 0 ? await lineOf(text, place) : undefined);
  const checked = checkedForm<{ known: KnownCause[] | null }>(KNOWN_SCHEMA, content, "property", worded);
  if ("problem" in checked) return failAt(checked.place, checked.problem);
  const entries = checked.content.known ?? [];
  for (const [index, entry] of entries.entries()) {
    const { expires } = entry;
    const place = ["known", String(index)];
    if (expires !== undefined && !isDate(expires)) await failAt([...place, "expires"], "this day does not exist.");
    if (entries.findIndex((other) => isSameEntry(other, entry)) !== index)
      await failAt([...place, "cause"], "another entry has this cause. Write one entry for both.");
  }
  return { path, text, entries };
}

/** Whether the calendar has a day: not 2026-02-30. */
function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function worded({ keyword, params }: ErrorObject, place: readonly string[]): string | undefined {
  if (keyword === "required" && params.missingProperty === "known") {
    return "the file has no list of known causes. Begin with known:, or remove the file and write it with --update-known.";
  }
  if (keyword === "required" && params.missingProperty === "reason") return "write the reason: why is it accepted?";
  if (keyword === "required") return `add ${String(params.missingProperty)}. --update-known writes complete entries.`;
  if (keyword === "pattern" && place.at(-1) === "expires") return "write the last day as YEAR-MONTH-DAY: 2026-12-31.";
  if (keyword === "pattern" && place.at(-1) === "issue") return "write an address: https://…";
  if (keyword === "type" && place.includes("operations")) {
    return "write each operation with a list of test cases that saw the cause: `operationId: [name of the test case]`.";
  }
  return undefined;
}
