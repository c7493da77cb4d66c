import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asList, asObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { loadDocument } from "#openapi/load/load.js";
import { temporaryFolder } from "../temporary.js";

/** The operations that the reference of the API describes. */
export const REFERENCE: readonly string[] = [
  "revokeOauthGrant",
  "addSuppression",
  "listSuppressions",
  "retrieveSuppression",
  "retrieveContactImport",
];

/**
 * Our contract with the operations of the reference alone, and their requirements. Tests that count test cases, or compare
 * an exact output, stay as they are when an operation is added.
 */
export async function referenceContract(): Promise<OpenApiDocument> {
  const document = structuredClone(await loadDocument("openapi/openapi.yaml"));
  const isKept = (operationId: unknown) => operationId === undefined || REFERENCE.includes(String(operationId));
  const { paths, "x-requirements": requirements, "x-open-points": points } = document;
  for (const item of membersOf(paths)) {
    for (const [method, { operationId }] of entriesOf(item)) if (!isKept(operationId)) delete item[method];
  }
  document.paths = without(paths, (item) => Object.keys(item).length === 0);
  for (const entry of [...membersOf(requirements), ...membersOf(points)]) {
    entry.operations = asList(entry.operations).filter(isKept);
  }
  // The marks of the open points stay, also those of components that no operation uses.
  document["x-requirements"] = without(requirements, ({ operations }) => asList(operations).length === 0);
  for (const { stated } of membersOf(document["x-requirements"])) {
    if (Array.isArray(stated)) stated.splice(0, stated.length, ...stated.filter((place) => isPlace(document, place)));
  }
  return document;
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
