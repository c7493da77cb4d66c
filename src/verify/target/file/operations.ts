import { similarName, suggestion } from "#cli/similar-name.js";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { endsInParameter } from "#statements/resources/path-parameters.js";
import { SEVERITY_CHOICES, type Severities, type SeverityChoice } from "../../model/finding/severity.js";
import { OTHER_CONTRACT, type SettingsReader } from "../settings.js";

/** The names of the contract, and the report of one that it does not have. */
type Names = Pick<SettingsReader, "document" | "fail">;

/** The operation that a setting names. It has to exist in the contract. */
export function requireOperation(id: string, setting: readonly string[], { document, fail }: Names): Operation {
  const operations = operationsOf(document);
  const found = operations.find((operation) => operation.id === id);
  const known = operations.map((operation) => operation.id);
  const advice = similarName(id, known) === undefined ? ` ${OTHER_CONTRACT}` : "";
  return found ?? fail(setting, `the contract has no operation ${id}. ${suggestion(id, known)}${advice}`);
}

/** The operations that may be sent although they name no resource. */
export function allowedOf(ids: readonly unknown[], reader: Names): ReadonlySet<string> {
  return new Set(ids.map((id, index) => requireOperation(String(id), ["allowed", String(index)], reader).id));
}

/**
 * The operations that remove what others create. The path of each ends with the identifier of the created resource.
 *
 * @returns ids of removals by ids of creations
 */
export function removalsOf(settings: JsonObject, reader: Names): ReadonlyMap<string, string> {
  const removals = Object.entries(settings).map(([creation, removal]) => {
    const { id } = requireOperation(creation, ["removals", creation], reader);
    const { method, path, ...operation } = requireOperation(String(removal), ["removals", creation], reader);
    if (method === "delete" && endsInParameter(path)) return [id, operation.id] as const;
    return reader.fail(["removals", creation], "it is not a DELETE of a path that ends with an identifier");
  });
  return new Map(removals);
}

/** The operations to which no request is sent, each with its reason. */
export function excludedOf(settings: JsonObject, reader: Names): ReadonlyMap<string, string> {
  const entries = Object.entries(settings);
  return new Map(entries.map(([id, reason]) => [requireOperation(id, ["exclude", id], reader).id, String(reason)]));
}

/** The severities that the settings choose. The schema of the file has checked the ids of rules and checks; those of causes are free. */
export function severitiesOf(settings: JsonObject, reader: Names): Severities {
  const choices = (kind: keyof Severities) => {
    return Object.fromEntries(Object.entries(asObject(settings[kind])).flatMap(([id, given]) => chosen(id, given)));
  };
  const operations = choices("operations");
  for (const id of Object.keys(operations)) requireOperation(id, ["severities", "operations", id], reader);
  return { causes: choices("causes"), operations, rules: choices("rules"), checks: choices("checks") };
}

function chosen(id: string, given: unknown): (readonly [id: string, choice: SeverityChoice])[] {
  const choice = SEVERITY_CHOICES.find((known) => known === given);
  return choice ? [[id, choice]] : [];
}
