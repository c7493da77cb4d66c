import { asList, asObject, asText, type JsonObject, type OpenApiDocument } from "../../src/openapi/document.js";
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
export function requirementsOf(document: OpenApiDocument, operationId: string): string | undefined {
  return listOf("Requirements", document["x-requirements"], "requirement", operationId);
}

/** `x-open-points`: the open points of an operation, by id. */
export function openPointsOf(document: OpenApiDocument, operationId: string): string | undefined {
  return listOf("Left open", document["x-open-points"], "open", operationId);
}

function listOf(title: string, entries: unknown, member: string, operationId: string): string | undefined {
  const lines = Object.entries(asObject(entries)).flatMap(([id, entry]) => {
    const { operations, [member]: text } = asObject(entry);
    return asList(operations).includes(operationId) ? [`- **${id}** ${asText(text) ?? ""}`] : [];
  });
  return lines.length === 0 ? undefined : [`**${title}**`, "", ...lines].join("\n");
}
