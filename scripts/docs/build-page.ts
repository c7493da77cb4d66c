import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenApiDocument } from "../../src/openapi/document.js";
import { complaintOf, runRedocly } from "../redocly.js";

/**
 * What the page may load: what it brings, and nothing else. Redoc alone would not ask for anything either; this makes
 * sure that a later one does not.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  "worker-src blob:",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Redoc's logo comes from its maker's servers, the only thing that does. The name does as well, and asks nobody. */
const LOGO = /https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g;
const NAME = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="44" height="12"><text y="10" font-family="sans-serif" font-size="11">Redoc</text></svg>',
)}`;

/** Redoc's settings: the file that it would offer for download is the page's, and the page links the contract's. */
const SETTINGS = ["--openapi.hideDownloadButtons=true"];

/**
 * Builds the page with Redocly CLI: one file of HTML, with script, styles and document in it, that needs no network.
 *
 * @param document what the page shows; see pageDocument
 * @throws Error with what Redocly CLI said, if it fails
 */
export async function buildPage(document: OpenApiDocument): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "page-"));
  try {
    await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
    await writeFile(join(folder, "redocly.yaml"), "telemetry: off\n");
    const args = ["build-docs", "openapi.json", "--output", "index.html", "--inlineBundle", ...SETTINGS];
    const done = await runRedocly(args, folder);
    if (done.code !== 0) throw new Error(`Redocly CLI could not build the page. ${complaintOf(done)}`);
    const html = await readFile(join(folder, "index.html"), "utf8");
    const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
    return html.replace("<head>", () => `<head>\n  ${policy}`).replace(LOGO, () => NAME);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
