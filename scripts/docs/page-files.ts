import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { runInNewContext } from "node:vm";
import { asObject, asText, type OpenApiDocument } from "#openapi/document/document.js";
import { pageConfiguration } from "./configuration.js";
import { escapeHtml } from "./escape-html.js";
import { withSampleParameters } from "./sample-parameters.js";
import { staticReference } from "./static-reference.js";

/**
 * The page may load only its own files. "Try it" may send requests to any server. In a file, `'self'` is the scheme.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' file:",
  "style-src 'unsafe-inline'",
  "img-src data: blob:",
  "font-src data:",
  "connect-src http: https:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The text of each file of the page by its name. */
export type PageFiles = Record<"index.html" | "page.js" | "scalar.js" | "document.js", string>;

/**
 * Builds the files of the page: it works from any folder of a server, and opened as a file. The reference without scripts comes
 * first, and the document for Scalar in a file of its own: of a large one, it has four times as many bytes.
 *
 * @param document the document that the page shows; see pageDocument
 * @param key the API key that is filled in; only index.html has it, which pages of other origins cannot read
 */
export async function pageFiles(document: OpenApiDocument, key?: string): Promise<PageFiles> {
  const [page, styles, scalar] = await Promise.all([
    readFile(new URL("browser/page.js", import.meta.url), "utf8"),
    readFile(new URL("browser/page.css", import.meta.url), "utf8"),
    readScalar(),
  ]);
  const scripts = { "page.js": page, "scalar.js": scalar, "document.js": documentScript(document) };
  const html = `<!DOCTYPE html>
<html lang="en" class="static">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escapeHtml(asText(asObject(document.info).title) ?? "API")}</title>
<link rel="icon" href="data:,">
<style>
${styles}</style>
${startedLater(scripts)}
</head>
<body>
<button id="start" type="button">Samples and Test Request</button>
${staticReference(document)}
<div id="app"></div>
<script type="application/json" id="configuration">${embeddedJson(pageConfiguration(document, key))}</script>
</body>
</html>
`;
  return { "index.html": html, ...scripts };
}

/**
 * The script of the page, which does not wait for the operations. It loads Scalar when a person asks for it: Scalar blocks a
 * slow machine for seconds, also with five operations.
 */
function startedLater(scripts: Scripts): string {
  const later = (["scalar.js", "document.js"] as const).map((name) => addressOf(name, scripts));
  return `<script async src="${addressOf("page.js", scripts)}" data-later="${later.join(" ")}"></script>`;
}

type Scripts = Omit<PageFiles, "index.html">;

/** The address of a script below the page, with the version of its content. */
function addressOf(name: keyof Scripts, scripts: Scripts): string {
  return `${name}?v=${versionOf(scripts[name])}`;
}

/** The document for Scalar as a script, because a page that is opened as a file can load nothing else. */
function documentScript(document: OpenApiDocument): string {
  const json = JSON.stringify(withSampleParameters(document));
  // A literal would give the member `__proto__` another meaning, and takes a browser longer to read.
  return `window.shownDocument = JSON.parse('${json.replaceAll(/[\\']/g, "\\$&")}');\n`;
}

/**
 * Scalar's script. Its Fastify plugin contains it as a text. The plugin is not imported, because the packages that it imports need
 * a later Node.js than this repo.
 */
async function readScalar(): Promise<string> {
  const file = import.meta.resolve("@scalar/fastify-api-reference");
  const [, literal] = /^var standalone_default = (".*");$/m.exec(await readFile(new URL(file), "utf8")) ?? [];
  const script: unknown = literal && runInNewContext(literal);
  if (typeof script === "string") return script;
  throw new Error(`Scalar's script is not the text standalone_default of ${file}: look where this version has it.`);
}

/** A version of a file for its address: it changes with the content, so that browsers may keep the file for long. */
export function versionOf(content: string): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 12);
}

/** JSON that cannot end the script element that contains it. */
function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
