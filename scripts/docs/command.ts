import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadDocument } from "#openapi/load/load.js";
import { exitCodeOf } from "../exit-code.js";
import { CLIENT_PACKAGE, pageDocument } from "./page-document.js";
import { pageFiles } from "./page-files.js";
import { lastReport, REPORT } from "./report.js";

const CONTRACT = "openapi/openapi.yaml";

const USAGE = `Builds the reference page of an OpenAPI document. Building and reading it need no network.

  npm run docs -- [options]

  --spec FILE    the document: a file or an http(s) URL (default: ${CONTRACT})
  --out FOLDER   the folder to write to (default: site)

It writes index.html with its scripts, openapi.json (the bundled contract) and report.html (the last verification report,
${REPORT}). Open index.html, or put the folder on any web server.

Exit code: 0 written, 2 could not build.`;

/**
 * Runs `npm run docs`. It prints its result and its errors.
 *
 * @returns the exit code
 */
export function docsCommand(args: string[]): Promise<number> {
  return exitCodeOf(main(args));
}

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean" },
      out: { type: "string", default: "site" },
      spec: { type: "string", default: CONTRACT },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const document = await loadDocument(values.spec);
  const links = { report: "report.html", contract: "openapi.json", client: clientModule(values.spec) };
  const files = {
    ...(await pageFiles(pageDocument(document, links))),
    "openapi.json": `${JSON.stringify(document, null, 2)}\n`,
    "report.html": await lastReport(),
  };
  await mkdir(values.out, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(values.out, name), text);
  console.log(`Wrote ${Object.keys(files).join(", ")} to ${values.out}.`);
  return 0;
}

/** The package has the client of the contract. That of another document is a file that `npm run generate` wrote. */
function clientModule(spec: string): string {
  return spec === CONTRACT ? CLIENT_PACKAGE : "./client.js";
}
