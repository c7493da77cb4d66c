import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { command } from "#cli/command.js";
import { CONTRACT, commandLine } from "#cli/installation.js";
import { flag, text } from "#cli/option.js";
import { DATES, INT64, OVERLAYS, SPEC, SPEC_HEADERS, STRICT_DOCUMENT } from "#cli/options.js";
import { growHeapFor, growHeapSlowly } from "#cli/small-heap.js";
import { UserError } from "#cli/user-error.js";
import { withConcreteStatuses } from "#generate/concrete-statuses.js";
import { nameWarnings } from "#generate/name-warnings.js";
import { precisionWarning } from "#generate/precision-warning.js";
import { requireExtensions } from "#openapi/extensions/defects.js";
import { readDocument } from "#openapi/load/load.js";
import { generatedFiles, OWN_ORIGIN, originOf } from "./files.js";
import { handledOperation, writeHandler } from "./handler.js";

const FOLDER = "generated";

/** `npm run generate`: generates code from a document. */
export const generateCommand = command(
  {
    about: "Generates openapi.json, schema.ts, client.ts and what belongs to them from an OpenAPI document.",
    usage: commandLine("generate", "[options]"),
    options: [
      {
        spec: SPEC,
        specHeaders: SPEC_HEADERS,
        overlays: OVERLAYS,
        strictDocument: STRICT_DOCUMENT,
        out: text("--out FOLDER", `the folder to write to (default: ${FOLDER}, which belongs to ${CONTRACT})`),
        dates: DATES,
        int64: INT64,
        concreteStatuses: flag(
          "--concrete-statuses",
          "write openapi.json alone, with statuses in place of ranges, for tools that cannot read 2XX; it needs --out",
        ),
        check: flag("--check", "write nothing, and fail if a file is out of date"),
        handler: text(
          "--handler ID",
          "write a handler of the sandbox for this operation, its registration and a test, besides",
        ),
      },
    ],
    notes: "Exit code: 0 written or up to date, 1 out of date, 2 could not generate.",
  },
  async ({ spec, specHeaders, overlays, strictDocument, out, dates, int64, concreteStatuses, check, handler }) => {
    if (concreteStatuses && out === undefined) {
      throw new UserError(`${FOLDER}/ has the ranges of the contract. Name another folder: --out FOLDER`);
    }
    if ((dates ?? int64) !== undefined && out === undefined) {
      throw new UserError(
        `${FOLDER}/ has texts and numbers, as the code of this repo expects. Name another folder: --out FOLDER`,
      );
    }
    const folder = out ?? folderOf(spec);
    if (handler !== undefined && (check || spec !== CONTRACT)) {
      throw new UserError(`--handler is for ${CONTRACT} alone, and writes. Omit --check and --spec.`);
    }
    growHeapSlowly();
    const source = { spec, specHeaders, overlays, strictDocument, keepsTwins: true };
    const document = await readDocument(source, (line) => console.error(line));
    growHeapFor(document);
    requireExtensions(document, spec);
    // Before anything is written.
    if (handler !== undefined) handledOperation(document, handler);
    const types = { dates, int64 };
    const origin = spec === CONTRACT && (dates ?? int64) === undefined ? OWN_ORIGIN : originOf(spec, folder, types);
    const files = concreteStatuses
      ? new Map([["openapi.json", `${JSON.stringify(withConcreteStatuses(document), null, 2)}\n`]])
      : generatedFiles(document, origin);
    for (const warning of [...nameWarnings(document), ...precisionWarning(document, types)])
      console.error(`Warning: ${warning}`);
    const stale: string[] = [];
    for (const [name, content] of files) {
      const file = join(folder, name);
      const now = await readFile(file, "utf8").catch(() => undefined);
      if (now !== content) stale.push(file);
    }
    if (check) {
      for (const file of stale) console.error(`${file} is out of date. Run npm run generate.`);
      if (stale.length === 0) console.log(`${folder}/ is up to date with ${spec}.`);
      return stale.length === 0 ? 0 : 1;
    }
    await mkdir(folder, { recursive: true });
    for (const file of stale) await writeFile(file, files.get(relative(folder, file)) ?? "");
    console.log(stale.length === 0 ? `${folder}/ is up to date.` : `Wrote ${stale.join(", ")}.`);
    if (handler !== undefined) {
      const written = await writeHandler(document, handler);
      console.log(`Wrote ${written.join(", ")}. The test fails until the handler is written.`);
    }
    return 0;
  },
);

/** @throws UserError for another document, whose code must not replace that of the contract */
function folderOf(spec: string): string {
  if (spec === CONTRACT) return FOLDER;
  throw new UserError(`${FOLDER}/ belongs to ${CONTRACT}. Name a folder for the code of ${spec}: --out FOLDER`);
}
