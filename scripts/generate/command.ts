import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { UserError } from "#cli/user-error.js";
import { requireExtensions } from "#openapi/extensions/defects.js";
import { loadDocument } from "#openapi/load/load.js";
import { exitCodeOf } from "../exit-code.js";
import { generatedFiles, OWN_ORIGIN, originOf } from "./files.js";
import { writeHandler } from "./handler.js";

const CONTRACT = "openapi/openapi.yaml";
const FOLDER = "generated";

const USAGE = `Generates openapi.json, schema.ts and client.ts from an OpenAPI document.

  npm run generate -- [options]

  --spec FILE    the document: a file or an http(s) URL (default: ${CONTRACT})
  --overlay FILE change the document by an overlay (Overlay 1.0); repeatable
  --out FOLDER   the folder to write to (default: ${FOLDER}, which belongs to ${CONTRACT})
  --check        write nothing, and fail if a file is out of date
  --handler ID   write a handler of the sandbox for this operation, its registration and a test, besides

Exit code: 0 written or up to date, 1 out of date, 2 could not generate.`;

/**
 * Runs `npm run generate`. It prints its result and its errors.
 *
 * @returns the exit code
 */
export function generateCommand(args: string[]): Promise<number> {
  return exitCodeOf(main(args));
}

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      check: { type: "boolean" },
      handler: { type: "string" },
      help: { type: "boolean" },
      out: { type: "string" },
      overlay: { type: "string", multiple: true, default: [] },
      spec: { type: "string" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const { spec = CONTRACT, out: folder = folderOf(values.spec) } = values;
  if (values.handler !== undefined && (values.check || spec !== CONTRACT)) {
    throw new UserError(`--handler is for ${CONTRACT} alone, and writes. Omit --check and --spec.`);
  }
  const document = await loadDocument(spec, values.overlay);
  requireExtensions(document, spec);
  const files = await generatedFiles(document, spec === CONTRACT ? OWN_ORIGIN : originOf(spec, folder));
  const stale: string[] = [];
  for (const [name, content] of files) {
    const file = join(folder, name);
    const now = await readFile(file, "utf8").catch(() => undefined);
    if (now !== content) stale.push(file);
  }
  if (values.check) {
    for (const file of stale) console.error(`${file} is out of date. Run npm run generate.`);
    if (stale.length === 0) console.log(`${folder}/ is up to date with ${spec}.`);
    return stale.length === 0 ? 0 : 1;
  }
  await mkdir(folder, { recursive: true });
  for (const file of stale) await writeFile(file, files.get(relative(folder, file)) ?? "");
  console.log(stale.length === 0 ? `${folder}/ is up to date.` : `Wrote ${stale.join(", ")}.`);
  if (values.handler !== undefined) {
    const written = await writeHandler(document, values.handler);
    console.log(`Wrote ${written.join(", ")}. The test fails until the handler is written.`);
  }
  return 0;
}

/** @throws UserError for another document, whose code must not replace that of the contract */
function folderOf(spec: string | undefined): string {
  if (spec === undefined || spec === CONTRACT) return FOLDER;
  throw new UserError(`${FOLDER}/ belongs to ${CONTRACT}. Name a folder for the code of ${spec}: --out FOLDER`);
}
