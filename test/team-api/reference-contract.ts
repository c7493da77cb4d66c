import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asList, asObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import { loadDocument } from "#openapi/load/load.js";
import { temporaryFolder } from "../temporary.js";
import { FIELDS, OPERATIONS, type ReferenceOperation, SCHEMES } from "./reference-parts.js";

/** The operations that the reference of the API describes. */
export const REFERENCE: readonly string[] = Object.keys(OPERATIONS);

/**
 * Our contract with the parts that the reference describes alone: operations, parameters, statuses, examples, fields and
 * security schemes. Tests that count test cases, or compare an exact output, stay as they are when a part is added.
 */
export async function referenceContract(): Promise<OpenApiDocument> {
  return withoutAdditions(await loadDocument("openapi/openapi.yaml"));
}

/** A copy of the contract with the parts of the reference alone. */
export function withoutAdditions(contract: OpenApiDocument): OpenApiDocument {
  const document = structuredClone(contract);
  const { paths, components, "x-requirements": requirements, "x-open-points": points } = document;
  for (const item of membersOf(paths)) {
    for (const [method, operation] of entriesOf(item)) {
      const { operationId } = operation;
      if (operationId === undefined) continue;
      const described = OPERATIONS[String(operationId)];
      if (described) reduce(document, operation, described);
      else delete item[method];
    }
  }
  document.paths = without(paths, (item) => Object.keys(item).length === 0);
  const { schemas, securitySchemes } = asObject(components);
  keep(securitySchemes, SCHEMES);
  keepAlternatives(document);
  for (const [name, { properties }] of entriesOf(schemas)) keep(properties, FIELDS[name]);
  for (const entry of [...membersOf(requirements), ...membersOf(points)]) {
    entry.operations = asList(entry.operations).filter((id) => REFERENCE.includes(String(id)));
  }
  // The marks of the open points stay, also those of components that no operation uses.
  for (const entry of membersOf(requirements)) {
    if (Array.isArray(entry.stated)) entry.stated = entry.stated.filter((place) => isPlace(document, place));
  }
  // A requirement of an added part may concern operations of the reference, too.
  const isOfAddition = ({ operations, stated }: JsonObject) =>
    asList(operations).length === 0 || (Array.isArray(stated) && stated.length === 0);
  document["x-requirements"] = without(requirements, isOfAddition);
  document["x-open-points"] = without(points, isOfAddition);
  return document;
}

/** Leaves the described parts of an operation. */
function reduce(document: OpenApiDocument, operation: JsonObject, described: ReferenceOperation): void {
  keepAlternatives(operation);
  const { parameters = [], responses } = operation;
  const nodeOf = (reference: unknown) => resolveReference(document, asObject(reference), "").node;
  if (Array.isArray(parameters)) {
    operation.parameters = parameters.filter((each) => described.parameters.includes(String(nodeOf(each).name)));
    for (const each of parameters) keep(nodeOf(each).examples, described.examples);
  }
  keep(responses, described.statuses);
  for (const { content } of membersOf(responses)) {
    for (const { examples } of membersOf(content)) keep(examples, described.examples);
  }
}

/** Removes the alternatives of security with other schemes. */
function keepAlternatives(node: JsonObject): void {
  if (!Array.isArray(node.security)) return;
  const names = (alternative: unknown) => Object.keys(asObject(alternative));
  node.security = node.security.filter((each) => names(each).every((name) => SCHEMES.includes(name)));
}

/** Removes the members with other names. */
function keep(node: unknown, names: readonly string[] | undefined): void {
  const members = asObject(node);
  for (const name of Object.keys(members)) if (names && !names.includes(name)) delete members[name];
}

/** Writes the same into a file. @param version of the contract (default: the present one) */
export async function referenceFile(version?: string): Promise<string> {
  const contract = await referenceContract();
  if (version !== undefined) asObject(contract.info).version = version;
  const file = join(await temporaryFolder("reference"), "openapi.json");
  await writeFile(file, JSON.stringify(contract));
  return file;
}

const isPlace = (document: OpenApiDocument, place: unknown) => valueAt(document, String(place)) !== undefined;
const entriesOf = (node: unknown) =>
  Object.entries(asObject(node)).map(([name, value]) => [name, asObject(value)] as const);
const membersOf = (node: unknown) => entriesOf(node).map(([, member]) => member);

function without(node: unknown, isLeftOut: (member: JsonObject) => boolean): JsonObject {
  return Object.fromEntries(entriesOf(node).filter(([, member]) => !isLeftOut(member)));
}
