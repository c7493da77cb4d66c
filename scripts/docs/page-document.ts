import { KEY_VARIABLE } from "#cli/installation.js";
import { clientSample, type SampleClient } from "#generate/client/client-sample.js";
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";
import { copyOf } from "#openapi/document/walk.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { documentNotes, operationNotes } from "./notes.js";
import { defaultBaseUrl, type Server } from "./servers.js";

/** The package that has the client of the contract. */
export const CLIENT_PACKAGE = "team-api";

/** Links and servers that the page adds to the contract. */
export interface PageLinks {
  /** The last verification report. */
  report: string;
  /** The contract itself, bundled. */
  contract: string;
  /** The module of the generated client, as samples import it. */
  client: string;
  /** Servers that are running now, the default first. They replace those of the contract. */
  servers?: Server[];
}

/** Fields of the contract that the page shows in another form. */
const REPLACED = ["x-requirements", "x-open-points", "x-unspecified", "x-stability-level"];

/**
 * The document that the page shows: a copy of the contract whose extensions are turned into text, badges, folded notes
 * (`x-notes`) and samples (`x-codeSamples`), because reference pages do not render extensions of others.
 *
 * @param document the bundled contract
 */
export function pageDocument(document: OpenApiDocument, links: PageLinks): OpenApiDocument {
  const page = asObject(shownCopy(document, document));
  page.info = infoOf(document, asObject(page.info), links);
  if (links.servers) page.servers = links.servers.map((server) => ({ ...server }));
  const client = { module: links.client, baseUrl: defaultBaseUrl(page), keyVariable: KEY_VARIABLE };
  for (const operation of operationsOf(document)) {
    const item = resolveReference(page, asObject(page.paths)[operation.path], "#/paths").node;
    const node = asObject(item[operation.method]);
    Object.assign(node, additionsTo(document, operation, client));
  }
  return page;
}

function shownCopy(document: OpenApiDocument, node: Json, isMap = false): Json {
  const copied = copyOf(node, isMap, (member, isInnerMap, name) => {
    if (!isMap && REPLACED.includes(name)) return undefined;
    return !isMap && name === "value" ? member : shownCopy(document, member, isInnerMap);
  });
  return isObject(node) && !isMap ? withKnownValues(document, node, asObject(copied)) : copied;
}

/** Adds the known values of an open set (`x-extensible-enum`) to the description of a schema, or of the one it refers to. */
function withKnownValues(document: OpenApiDocument, node: JsonObject, copy: JsonObject): JsonObject {
  const values = asList(node["x-extensible-enum"]).map((value) => `\`${value}\``);
  if (values.length === 0) return copy;
  const target = node.$ref === undefined ? {} : resolveReference(document, node, "#").node;
  const description = asText(node.description) ?? asText(target.description);
  return {
    ...copy,
    description: joined([description, `Known values: ${values.join(", ")}. Other values may appear.`]),
  };
}

function infoOf(document: OpenApiDocument, info: JsonObject, { report, contract }: PageLinks): JsonObject {
  const points = documentNotes(document).map(({ id, text }) => `- **${id}** ${text}`);
  const paragraphs = [
    asText(info.description),
    `[Last verification report](${report}) · [OpenAPI document](${contract})`,
    ...(points.length > 0 ? [`<details><summary>Open points</summary>\n\n${points.join("\n")}\n\n</details>`] : []),
  ];
  return { ...info, description: joined(paragraphs) };
}

/** The sample of the client, the badge and the folded notes of an operation. */
function additionsTo(document: OpenApiDocument, operation: Operation, client: SampleClient): JsonObject {
  const { path, method, operationId, stability } = operation;
  const item = resolveReference(document, asObject(document.paths)[path], "#/paths").node;
  const node = asObject(item[method]);
  const sample = { lang: "typescript", label: "Client", source: clientSample(document, operation, client) };
  const notes = operationNotes(document, operationId, [node, item.parameters ?? null]);
  return {
    "x-codeSamples": [...asList(node["x-codeSamples"]), sample],
    ...(stability ? { "x-badges": [...asList(node["x-badges"]), { name: stability, position: "before" }] } : {}),
    ...(notes.length > 0 ? { "x-notes": notes } : {}),
  };
}

function joined(paragraphs: (string | undefined)[]): string {
  return paragraphs
    .map((paragraph) => paragraph?.trim())
    .filter(Boolean)
    .join("\n\n");
}
