import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { loadDocument } from "../src/openapi/load.js";
import { errorText } from "../src/user-error.js";
import { generatedFiles } from "./generate/files.js";

const CONTRACT = "openapi/openapi.yaml";
const FOLDER = "generated";

const USAGE = `Generates ${FOLDER}/ from ${CONTRACT}.

  npm run generate             write the files
  npm run generate -- --check  write nothing, and fail if a file is out of date

Exit code: 0 written or up to date, 1 out of date, 2 could not generate.`;

/** @returns the exit code */
async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { check: { type: "boolean" }, help: { type: "boolean" } } });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const files = await generatedFiles(await loadDocument(CONTRACT));
  const stale: string[] = [];
  for (const [name, content] of files) {
    const file = join(FOLDER, name);
    const now = await readFile(file, "utf8").catch(() => undefined);
    if (now !== content) stale.push(file);
  }
  if (values.check) {
    for (const file of stale) console.error(`${file} is out of date. Run npm run generate.`);
    if (stale.length === 0) console.log(`${FOLDER}/ is up to date with ${CONTRACT}.`);
    return stale.length === 0 ? 0 : 1;
  }
  await mkdir(FOLDER, { recursive: true });
  for (const file of stale) await writeFile(file, files.get(relative(FOLDER, file)) ?? "");
  console.log(stale.length === 0 ? `${FOLDER}/ is up to date.` : `Wrote ${stale.join(", ")}.`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(errorText(error));
  return 2;
});
