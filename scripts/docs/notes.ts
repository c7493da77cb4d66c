import { asList, asObject, type JsonObject, type OpenApiDocument } from "../../src/openapi/document.js";
import { openPointsOf, requirementsOf } from "../../src/openapi/requirements.js";
import { mayBreakInMinor } from "../stability.js";

/** `x-unspecified`: the open points of a node, each as a quotation, which is easy to see. */
export function openPointNotes(node: JsonObject): string[] {
  return Object.entries(asObject(node["x-unspecified"])).map(
    ([id, sentence]) => `> **Left open (${id}).** ${sentence}`,
  );
}

/** `x-extensible-enum`: the known values of an open set. */
export function knownValues(node: JsonObject): string[] {
  const values = asList(node["x-extensible-enum"]).map((value) => `\`${value}\``);
  return values.length === 0 ? [] : [`Known values: ${values.join(", ")}. Other values may appear.`];
}

/** `x-stability-level` in words. `npm run diff` follows the same rule. */
export function stabilityWords(stability: string): string {
  return `**Stability: ${stability}.**${mayBreakInMinor(stability) ? " A minor version may break it." : ""}`;
}

/** `x-requirements`: the requirements of an operation, by id. */
export function requirementNotes(document: OpenApiDocument, operationId: string): string | undefined {
  const entries = requirementsOf(document).map(({ requirement, ...entry }) => ({ ...entry, text: requirement }));
  return listOf("Requirements", entries, operationId);
}

/** `x-open-points`: the open points of an operation, by id. */
export function openPointList(document: OpenApiDocument, operationId: string): string | undefined {
  const entries = openPointsOf(document).map(({ open, ...entry }) => ({ ...entry, text: open }));
  return listOf("Left open", entries, operationId);
}

function listOf(
  title: string,
  entries: readonly { id: string; operations: readonly string[]; text: string }[],
  operationId: string,
): string | undefined {
  const lines = entries
    .filter(({ operations }) => operations.includes(operationId))
    .map(({ id, text }) => `- **${id}** ${text}`);
  return lines.length === 0 ? undefined : [`**${title}**`, "", ...lines].join("\n");
}
