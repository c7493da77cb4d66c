import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadDocument } from "../src/openapi/load.js";
import { errorText } from "../src/user-error.js";
import { buildPage } from "./docs/build-page.js";
import { pageDocument } from "./docs/page-document.js";
import { lastReport, REPORT } from "./docs/report.js";

const CONTRACT = "openapi/openapi.yaml";

const USAGE = `Builds the reference page of ${CONTRACT}. Building and reading it need no network.

  npm run docs -- [options]

  --out FOLDER   the folder to write to (default: site)

It writes index.html, openapi.json (the bundled contract) and report.html (the last verification report, ${REPORT}).

Exit code: 0 written, 2 could not build.`;

/** @returns the exit code */
async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { out: { type: "string", default: "site" }, help: { type: "boolean" } },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const document = await loadDocument(CONTRACT);
  const html = await buildPage(pageDocument(document, { report: "report.html", contract: "openapi.json" }));
  await mkdir(values.out, { recursive: true });
  await writeFile(join(values.out, "index.html"), html);
  await writeFile(join(values.out, "openapi.json"), `${JSON.stringify(document, null, 2)}\n`);
  await writeFile(join(values.out, "report.html"), await lastReport());
  console.log(`Wrote index.html, openapi.json and report.html to ${values.out}.`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(errorText(error));
  return 2;
});
