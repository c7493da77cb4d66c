import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenApiDocument } from "../../src/openapi/document.js";
import { UserError } from "../../src/user-error.js";
import { errorOf, runRedocly } from "../redocly.js";

/** The page may load only its own content. Redoc loads nothing else today; the policy makes sure of later versions. */
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

/** Redoc's logo is the only part that comes from another server. An image in the page replaces it. */
const LOGO = /https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g;
const LOCAL_LOGO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="44" height="12"><text y="10" font-family="sans-serif" font-size="11">Redoc</text></svg>',
)}`;

/** Redoc's download button offers the document of the page. The page links the contract itself. */
const SETTINGS = ["--openapi.hideDownloadButtons=true"];

/**
 * Builds the page with Redocly CLI: one HTML file that contains its script, styles and document.
 *
 * @param document the document that the page shows; see pageDocument
 * @throws UserError with the output of Redocly CLI, if it fails
 */
export async function buildPage(document: OpenApiDocument): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "page-"));
  try {
    await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
    await writeFile(join(folder, "redocly.yaml"), "telemetry: off\n");
    const args = ["build-docs", "openapi.json", "--output", "index.html", "--inlineBundle", ...SETTINGS];
    const done = await runRedocly(args, folder);
    if (done.code !== 0) throw new UserError(`Redocly CLI could not build the page. ${errorOf(done)}`);
    const html = await readFile(join(folder, "index.html"), "utf8");
    const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
    return html.replace("<head>", () => `<head>\n  ${policy}`).replace(LOGO, () => LOCAL_LOGO);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
