import { asList, asObject, asText, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { escapeHtml } from "./escape-html.js";
import { markdownHtml } from "./markdown-html.js";

/** The most operations whose examples are shown. More would take seconds with a slow connection. */
const MAX_SHOWN = 100;

/** The longest example that is shown, in characters. */
const MAX_EXAMPLE = 2000;

/** Operations that a browser lays out together, or leaves out together while they are far away. */
const PART = 5;

/**
 * The reference as HTML without scripts. It can be used while the page loads, and where scripts do not run. It has the links
 * of the page, and a menu of its operations.
 *
 * @param document the document that the page shows
 */
export function staticReference(document: OpenApiDocument): string {
  const { title, version, description } = asObject(document.info);
  const operations = operationsOf(document);
  const hasExamples = operations.length <= MAX_SHOWN;
  return `<main id="reference">
<h1>${escapeHtml(asText(title) ?? "API")}</h1>
<p>Version ${escapeHtml(String(version))}</p>
${markdownHtml(asText(description) ?? "")}
${menuOf(document, operations)}
${partsOf(operations.map((operation) => article(document, operation, hasExamples))).join("\n")}
</main>`;
}

/** The articles of operations in groups, so that a browser looks at few elements of a large document. */
function partsOf(articles: readonly string[]): string[] {
  const numbers = Array.from({ length: Math.ceil(articles.length / PART) }, (_, part) => part * PART);
  return numbers.map((first) => `<div class="part">${articles.slice(first, first + PART).join("")}</div>`);
}

/** A link to each operation. The script of the page shows those that match the text of the field. */
function menuOf(document: OpenApiDocument, operations: readonly Operation[]): string {
  const links = operations.map((operation) => {
    const { id, method, path, summary } = operation;
    const title = escapeHtml(`${method.toUpperCase()} ${path}`);
    return `<li><a href="#${escapeHtml(anchorOf(document, operation))}" title="${title}">${escapeHtml(summary || id)}</a></li>`;
  });
  return `<nav aria-label="Operations">
<details><summary>${links.length} operations</summary>
<input id="filter" type="search" placeholder="Filter" aria-label="Filter">
<ul>${links.join("")}</ul></details>
</nav>`;
}

function article(document: OpenApiDocument, operation: Operation, hasExamples: boolean): string {
  const { id, method, path, summary, description, stability } = operation;
  const badge = stability === undefined ? "" : ` <small>${escapeHtml(stability)}</small>`;
  // A browser makes a node of each text, so none is between elements.
  return [
    `<article id="${escapeHtml(anchorOf(document, operation))}">`,
    `<h2>${escapeHtml(summary || id)}${badge}</h2>`,
    `<p><code>${escapeHtml(`${method.toUpperCase()} ${path}`)}</code></p>`,
    markdownHtml(description),
    parametersOf(operation),
    hasExamples ? exampleOf(operation) : "",
    responsesOf(operation, hasExamples),
    "</article>",
  ].join("");
}

/** The fragment of the operation's link: its tag and its id. */
function anchorOf(document: OpenApiDocument, { operationId, method, path, pointer }: Operation): string {
  const [tag] = asList(asObject(valueAt(document, pointer)).tags);
  const slug = String(tag ?? "default")
    .toLowerCase()
    .replaceAll(" ", "-");
  return `tag/${slug}/${operationId ?? `${method}${path}`}`;
}

function parametersOf({ parameters }: Operation): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(({ name, in: place, required, description }) => {
    const facts = `${place}${required ? ", required" : ""}`;
    return `<dt><code>${escapeHtml(name)}</code> <small>${facts}</small></dt><dd>${markdownHtml(description)}</dd>`;
  });
  return `<h3>Parameters</h3><dl>${rows.join("")}</dl>`;
}

/** The body of the first example request. */
function exampleOf(operation: Operation): string {
  const [pair] = examplePairs(operation);
  return pair?.body ? `<h3>Request body</h3>${exampleHtml(pair.body.value)}` : "";
}

function responsesOf(operation: Operation, hasExamples: boolean): string {
  const pairs = hasExamples ? examplePairs(operation) : [];
  // As text, because objects list keys that are numbers first: `2XX` comes before `404`, and `4XX` after it.
  const responses = operation.responses.toSorted((one, other) => (one.status < other.status ? -1 : 1));
  const rows = responses.map((response) => {
    const example = pairs.find((pair) => pair.response === response)?.responseExample?.value;
    const shown = example === undefined ? "" : exampleHtml(example);
    return `<dt><code>${escapeHtml(response.status.trim())}</code></dt><dd>${markdownHtml(response.description)}${shown}</dd>`;
  });
  return `<h3>Responses</h3><dl>${rows.join("")}</dl>`;
}

function exampleHtml(value: Json): string {
  const text = JSON.stringify(value, null, 2);
  return text.length > MAX_EXAMPLE ? "" : `<pre tabindex="0">${escapeHtml(text)}</pre>`;
}
