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
import { knownValues, openPointList, openPointNotes, requirementNotes, stabilityWords } from "./notes.js";

/** Links and servers that the page adds to the contract. */
export interface PageLinks {
  /** The last verification report. */
  report: string;
  /** The contract itself, bundled. */
  contract: string;
  /** Servers that are running now. They replace those of the contract. */
  servers?: { url: string; description: string }[];
}

/** Fields whose value is data: a `description` in it is not part of the contract's text. */
const DATA_FIELDS = [...DATA_KEYWORDS, "value", "x-requirements", "x-open-points"];

/**
 * The document that the page shows: a copy of the contract whose extensions are turned into text and badges, because
 * reference pages do not render extensions.
 *
 * @param document the bundled contract
 */
export function pageDocument(document: OpenApiDocument, links: PageLinks): OpenApiDocument {
  const copy = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(copy);
    if (!isObject(node)) return node;
    const members = Object.entries(node).map(([name, value]): [string, Json] => {
      if (DATA_FIELDS.includes(name)) return [name, value];
      // The document chooses the names in these maps.
      if ((name === "properties" || name === "schemas") && isObject(value)) {
        return [name, mapMembers(value, copy)];
      }
      return [name, copy(value)];
    });
    return described(document, Object.fromEntries(members), [...knownValues(node), ...openPointNotes(node)]);
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
    `[The last verification report](${report}) lists the requirements that a server met. ` +
      `[The contract itself](${contract}) is for tools.`,
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
    ...(id ? [requirementNotes(document, id), openPointList(document, id)] : []),
  ]);
  const badges = stability ? [{ name: stability, position: "before" }] : [];
  return {
    ...operation,
    ...(description ? { description } : {}),
    ...(stability ? { "x-badges": [...asList(operation["x-badges"]), ...badges] } : {}),
  };
}

/** The node with paragraphs after its description, or after that of the object that it refers to. */
function described(document: OpenApiDocument, node: JsonObject, paragraphs: string[]): JsonObject {
  if (paragraphs.length === 0) return node;
  const target = node.$ref === undefined ? {} : resolveReference(document, node, "#").node;
  const description = asText(node.description) ?? asText(target.description);
  return { ...node, description: joined([description, ...paragraphs]) };
}

function joined(paragraphs: (string | undefined)[]): string {
  return paragraphs
    .map((paragraph) => paragraph?.trim())
    .filter(Boolean)
    .join("\n\n");
}
