import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "../../src/openapi/document.js";
import { DATA_KEYWORDS, mapMembers } from "../../src/openapi/keywords.js";
import { METHODS } from "../../src/openapi/operation.js";
import { resolveReference } from "../../src/openapi/reference.js";
import { knownValues, leftOpen, openPointsOf, requirementsOf, stabilityWords } from "./notes.js";

/** What the page adds to the contract. */
export interface PageLinks {
  /** The last verification report. */
  report: string;
  /** The contract itself, bundled. */
  contract: string;
  /** Servers in place of the contract's: where something listens now. */
  servers?: { url: string; description: string }[];
}

/** Members that hold data: a `description` in one is no word of the contract. */
const NO_WORDS = [...DATA_KEYWORDS, "value", "x-requirements", "x-open-points"];

/**
 * The document that the page shows: the contract, with what stands in its extensions turned into text and badges, which
 * is all that a reference page renders. The contract is left as it is.
 *
 * @param document the bundled contract
 */
export function pageDocument(document: OpenApiDocument, links: PageLinks): OpenApiDocument {
  const copy = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(copy);
    if (!isObject(node)) return node;
    const members = Object.entries(node).map(([name, value]): [string, Json] => {
      if (NO_WORDS.includes(name)) return [name, value];
      // The members of these are named by the document, not by the standard.
      if ((name === "properties" || name === "schemas") && isObject(value)) {
        return [name, mapMembers(value, copy)];
      }
      return [name, copy(value)];
    });
    return described(document, Object.fromEntries(members), [...knownValues(node), ...leftOpen(node)]);
  };
  const page = asObject(copy(document));
  page.info = infoOf(asObject(page.info), links);
  if (links.servers) page.servers = links.servers;
  page.tags = asList(page.tags).map((tag) => (isObject(tag) ? tagOf(tag) : tag));
  page.paths = Object.fromEntries(
    Object.entries(asObject(page.paths)).map(([path, item]) => [path, isObject(item) ? itemOf(document, item) : item]),
  );
  return page;
}

function infoOf(info: JsonObject, { report, contract }: PageLinks): JsonObject {
  const links = [
    "## Verification",
    `[The last verification report](${report}) tells which of these promises a server was seen to keep. ` +
      `[The contract itself](${contract}) is what tools read.`,
  ];
  return { ...info, description: joined([asText(info.description), ...links]) };
}

function tagOf(tag: JsonObject): JsonObject {
  const stability = asText(tag["x-stability-level"]);
  if (!stability) return tag;
  const shown = asText(tag["x-displayName"]) ?? asText(tag.name) ?? "";
  return { ...tag, "x-displayName": `${shown} (${stability})` };
}

function itemOf(document: OpenApiDocument, item: JsonObject): JsonObject {
  const members = Object.entries(item).map(([name, value]): [string, Json] => {
    const isOperation = METHODS.some((method) => method === name) && isObject(value);
    return [name, isOperation ? operationOf(document, value) : value];
  });
  return Object.fromEntries(members);
}

function operationOf(document: OpenApiDocument, operation: JsonObject): JsonObject {
  const stability = asText(operation["x-stability-level"]);
  const id = asText(operation.operationId);
  const description = joined([
    stability && stabilityWords(stability),
    asText(operation.description),
    ...(id ? [requirementsOf(document, id), openPointsOf(document, id)] : []),
  ]);
  const badges = stability ? [{ name: stability, position: "before" }] : [];
  return {
    ...operation,
    ...(description ? { description } : {}),
    ...(stability ? { "x-badges": [...asList(operation["x-badges"]), ...badges] } : {}),
  };
}

/** The node with paragraphs after its description; beside a reference, that of the target is what is meant. */
function described(document: OpenApiDocument, node: JsonObject, paragraphs: string[]): JsonObject {
  if (paragraphs.length === 0) return node;
  const target = node.$ref === undefined ? {} : resolveReference(document, node, "#").node;
  const said = asText(node.description) ?? asText(target.description);
  return { ...node, description: joined([said, ...paragraphs]) };
}

function joined(paragraphs: (string | undefined)[]): string {
  return paragraphs
    .map((paragraph) => paragraph?.trim())
    .filter(Boolean)
    .join("\n\n");
}
