import type { NormalizedProblem } from "@redocly/openapi-core";
import { isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { DATA_KEYWORDS, MAP_KEYWORDS } from "../document/keywords.js";
import { pointerNames, pointerTo, valueAt } from "../document/pointer.js";
import { UNRESOLVED } from "../document/unresolved.js";
import type { DocumentWarning } from "./warning.js";

/** Whether the bundler could not follow a reference: what depends on it is left out, and everything else can be used. */
export function isBrokenReference({ message }: NormalizedProblem): boolean {
  return message.startsWith("Can't resolve $ref");
}

/** Maps whose members can be left out one by one. A path item, a callback or a link is such a member, too. */
const PARTS = [...MAP_KEYWORDS.slice(MAP_KEYWORDS.indexOf("responses")), "examples", "webhooks"];

/**
 * Removes what depends on references that lead nowhere, in place: a schema admits anything then, an operation lacks the
 * parameter, response or body, and a discriminator the value.
 *
 * @returns the objects that had such a reference, by their places
 */
export function dropBrokenReferences(document: OpenApiDocument): Map<string, string> {
  const dropped = new Map<string, string>();
  const isBroken = (reference: Json | undefined) =>
    typeof reference === "string" && !(reference.startsWith("#") && valueAt(document, reference) !== undefined);
  const visit = (node: Json, pointer: string, isMap: boolean): void => {
    if (typeof node !== "object" || node === null) return;
    if (isObject(node) && isObject(node.discriminator) && isObject(node.discriminator.mapping)) {
      const { mapping } = node.discriminator;
      for (const [value, target] of Object.entries(mapping)) if (isBroken(target)) delete mapping[value];
    }
    // From the end, because items of a list may be removed.
    for (const [name, member] of Object.entries(node).toReversed()) {
      const isExamples = !isMap && name === "examples" && isObject(member);
      if (!isMap && !isExamples && (DATA_KEYWORDS.includes(name) || name.startsWith("x-"))) continue;
      if (isObject(member) && isBroken(member.$ref)) {
        dropped.set(pointerTo(pointer, name), String(member.$ref));
        remove(node, pointer, name, member);
      }
      // The members of an example are data.
      else if (!isMap || pointerNames(pointer).at(-1) !== "examples") {
        visit(member, pointerTo(pointer, name), isExamples || (!isMap && MAP_KEYWORDS.includes(name)));
      }
    }
  };
  visit(document, "#", false);
  return dropped;
}

/**
 * Removes what depends on references into siblings of a reference, which an upgrade has left out: in OpenAPI 3.0, such siblings
 * are ignored (Reference Object, 4.7.23).
 */
export function dropLostReferences(document: OpenApiDocument): DocumentWarning[] {
  return [...dropBrokenReferences(document)].map(([pointer, reference]) => ({
    pointer,
    message: `${reference} leads to something beside a $ref, which OpenAPI 3.0 ignores. All that depends on it is left out.`,
    isLoss: true,
  }));
}

function remove(owner: JsonObject | Json[], pointer: string, name: string, member: JsonObject): void {
  const [kind = "", of = ""] = pointerNames(pointer).toReversed();
  if (Array.isArray(owner)) {
    if (kind === "parameters") owner.splice(Number(name), 1);
    else markUnresolved(member);
  } else if (name === "requestBody" || (PARTS.includes(kind) && of !== "properties")) delete owner[name];
  else markUnresolved(member);
}

function markUnresolved(schema: JsonObject): void {
  schema[UNRESOLVED] = schema.$ref ?? null;
  delete schema.$ref;
}
