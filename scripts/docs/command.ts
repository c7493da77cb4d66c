import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { command } from "#cli/command.js";
import { CONTRACT, commandLine } from "#cli/installation.js";
import { orDefault, text } from "#cli/option.js";
import { SPEC, SPEC_HEADERS } from "#cli/options.js";
import { readDocument } from "#openapi/load/load.js";
import { CLIENT_PACKAGE, pageDocument } from "./page-document.js";
import { pageFiles } from "./page-files.js";
import { lastReport, REPORT } from "./report.js";

/** `npm run docs`: builds the reference page. */
export const docsCommand = command(
  {
    about: "Builds the reference page of an OpenAPI document. Building and reading it need no network.",
    usage: commandLine("docs", "[options]"),
    options: [
      { spec: SPEC, specHeaders: SPEC_HEADERS, out: orDefault(text("--out FOLDER", "the folder to write to"), "site") },
    ],
    notes: `It writes index.html with its scripts, openapi.json (the bundled contract) and report.html (the last verification report,
${REPORT}). Open index.html, or put the folder on any web server.

Exit code: 0 written, 2 could not build.`,
  },
  async ({ spec, specHeaders, out }) => {
    const document = await readDocument({ spec, specHeaders }, (line) => console.error(line));
    const links = { report: "report.html", contract: "openapi.json", client: clientModule(spec) };
    const files = {
      ...(await pageFiles(pageDocument(document, links))),
      "openapi.json": `${JSON.stringify(document, null, 2)}\n`,
      "report.html": await lastReport(),
    };
    await mkdir(out, { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(join(out, name), text);
    console.log(`Wrote ${Object.keys(files).join(", ")} to ${out}.`);
    return 0;
  },
);

/** The package has the client of the contract. That of another document is a file that `npm run generate` wrote. */
function clientModule(spec: string): string {
  return spec === CONTRACT ? CLIENT_PACKAGE : "./client.js";
}
