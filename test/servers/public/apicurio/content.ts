import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { Rejection } from "../../service.js";
import type { Tables } from "../tables.js";
import { rowsWith } from "./rows.js";

const JSON_TYPES = ["AVRO", "JSON", "KCONNECT", "OPENAPI", "ASYNCAPI"];

/** The types that the document lists. */
export const TYPES: readonly string[] = [...JSON_TYPES, "PROTOBUF", "GRAPHQL", "WSDL", "XSD"];

function parsed(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** The type of an artifact that its content shows; undefined if it shows none. */
function detected(content: string): string | undefined {
  const value = parsed(content);
  if (isObject(value)) {
    if ("openapi" in value || "swagger" in value) return "OPENAPI";
    if ("asyncapi" in value) return "ASYNCAPI";
    if (value.type === "record" || value.type === "enum" || value.type === "fixed") return "AVRO";
    return "JSON";
  }
  if (/\bsyntax\s*=\s*"proto/.test(content)) return "PROTOBUF";
  if (/<(\w+:)?definitions\b/.test(content)) return "WSDL";
  if (/<(\w+:)?schema\b/.test(content)) return "XSD";
  return /\btype\s+\w+\s*\{/.test(content) ? "GRAPHQL" : undefined;
}

/**
 * The type of a new artifact.
 *
 * @throws Rejection with 400 if the requested type is unknown, or if the content shows none
 */
export function typeOf(requested: Json | undefined, content: string | undefined): string {
  if (requested != null && requested !== "") {
    if (!TYPES.includes(String(requested))) throw new Rejection(400, "The type of the artifact is invalid.");
    return String(requested);
  }
  const found = content === undefined ? undefined : detected(content);
  if (found === undefined) throw new Rejection(400, "The type of the artifact is needed.");
  return found;
}

/** The content of a new version, decoded. */
export function contentIn(sent: JsonObject): string {
  const { content, encoding } = asObject(sent.content ?? {});
  const text = encoding === "base64" ? Buffer.from(String(content), "base64").toString("utf8") : String(content ?? "");
  if (text === "") throw new Rejection(400, "The content is empty.");
  return text;
}

/**
 * Applies the rules of the group to new content.
 *
 * @throws Rejection with 400 if the content violates one
 */
export function applyRules(tables: Tables, groupId: Json, type: string, content: string): void {
  const isChecked = rowsWith(tables, "rule", { groupId, ruleType: "VALIDITY" }).some(({ config }) => config !== "NONE");
  if (isChecked && JSON_TYPES.includes(type) && parsed(content) === undefined) {
    throw new Rejection(400, "The content violates the rule of validity.");
  }
}

/** The number of a content. Equal contents have the same one. */
export function contentIdOf(tables: Tables, content: string): number {
  const known = tables.rows("content").find((row) => row.content === content);
  if (known) return Number(known.id);
  const id = tables.nextNumber();
  tables.put("content", id, { id, content });
  return id;
}
