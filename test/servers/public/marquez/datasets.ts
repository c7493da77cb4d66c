import { isDeepStrictEqual } from "node:util";
import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type Service } from "../../service.js";
import { picked, type Tables } from "../tables.js";
import {
  byName,
  keyIn,
  namedIn,
  nameOf,
  namespaceOf,
  newId,
  now,
  paged,
  present,
  requiredBody,
  rowsIn,
} from "./rows.js";
import { runShown } from "./run-rows.js";

const CONTENT = ["type", "physicalName", "sourceName", "fields", "tags", "description", "schemaLocation"];

/** A dataset as responses show it. */
export function datasetShown(row: JsonObject, deleted = false): JsonObject {
  const { schemaLocation, ...shown } = row;
  const id = { namespace: row.namespace ?? null, name: row.name ?? null };
  return { id, ...shown, facets: {}, deleted };
}

function versionShown(tables: Tables, { runId, namespace, name, version, content, createdAt }: JsonObject): JsonObject {
  const { tags, description = "", schemaLocation, ...fields } = asObject(content);
  const run = tables.find("run", runId);
  return {
    id: { namespace: namespace ?? null, name: name ?? null, version: version ?? null },
    ...present({ name, namespace, version, createdAt }),
    ...fields,
    description,
    // The document has one text for the tags of a version.
    tags: asList(tags).join(", "),
    facets: {},
    ...(run ? { createdByRun: runShown(run) } : {}),
  };
}

/** A field of a table may have its tags in one text. */
function fieldOf(field: JsonObject): JsonObject {
  const { tags = [] } = field;
  return { ...field, tags: typeof tags === "string" ? tags.split(/, ?/).filter((tag) => tag !== "") : tags };
}

/** Stores a dataset, with a new version if its content differs. */
export function storeDataset(tables: Tables, namespace: Json, name: Json, content: JsonObject, runId?: Json) {
  const key = keyIn(namespace, name);
  const time = now();
  const before = tables.find("dataset", key);
  const isSame = before !== undefined && isDeepStrictEqual(picked(before, CONTENT), content);
  const version = isSame ? (before.currentVersion ?? null) : newId();
  if (!isSame) {
    const row = { namespace, name, version, content, createdAt: time, ...present({ runId }) };
    tables.put("dataset version", keyIn(namespace, name, version), row);
  }
  const createdAt = before?.createdAt ?? time;
  return tables.put("dataset", key, {
    ...{ namespace, name, createdAt, updatedAt: time },
    ...content,
    currentVersion: version,
  });
}

/** Removes a dataset with its versions. */
export function removeDataset(tables: Tables, { namespace, name }: JsonObject): void {
  tables.remove("dataset", keyIn(namespace, name));
  for (const version of tables.rows("dataset version")) {
    if (version.namespace !== namespace || version.name !== name) continue;
    tables.remove("dataset version", keyIn(namespace, name, version.version));
  }
}

/** The versions of the dataset or job of a request, the newest one first. */
export function versionsOf(table: "dataset" | "job", request: ReadRequest, tables: Tables): JsonObject[] {
  const { namespace, name } = namedIn(table, request, tables);
  const versions = tables.rows(`${table} version`);
  return versions.filter((row) => row.namespace === namespace && row.name === name).reverse();
}

/** The version that a request names. */
export function versionOf(table: "dataset" | "job", request: ReadRequest, tables: Tables): JsonObject {
  const id = nameOf(request, "version");
  const version = versionsOf(table, request, tables).find((row) => row.version === id);
  if (!version) throw new Rejection(404, "The version is not found.");
  return version;
}

/**
 * The content that a request sends for a dataset.
 *
 * @throws Rejection with 404 if its source or its run does not exist
 */
function sentContent(request: ReadRequest, tables: Tables): JsonObject {
  const { type, physicalName, sourceName, fields, tags, description, schemaLocation, runId } = requiredBody(request);
  if (!tables.find("source", sourceName)) throw new Rejection(404, "The source is not found.");
  if (runId !== undefined && !tables.find("run", runId)) throw new Rejection(404, "The run is not found.");
  const named = asList(fields).map((field) => fieldOf(asObject(field)));
  return present({ type, physicalName, sourceName, fields: named, tags: tags ?? [], description, schemaLocation });
}

function tagged(tags: Json | undefined, tag: string): Json[] {
  return [...new Set([...asList(tags), tag])];
}

function existingTag(request: ReadRequest, tables: Tables): string {
  const name = nameOf(request, "tag");
  if (!tables.find("tag", name)) throw new Rejection(404, "The tag is not found.");
  return name;
}

/** The operations of datasets. */
export const DATASET_HANDLERS: Service<Tables>["handlers"] = {
  putDataset(request, tables) {
    const { name: namespace = null } = namespaceOf(request, tables);
    const content = sentContent(request, tables);
    const { runId } = asObject(request.body);
    return json(200, datasetShown(storeDataset(tables, namespace, nameOf(request, "dataset"), content, runId)));
  },
  getDataset: (request, tables) => json(200, datasetShown(namedIn("dataset", request, tables))),
  deleteDataset(request, tables) {
    const dataset = namedIn("dataset", request, tables);
    removeDataset(tables, dataset);
    return json(200, datasetShown(dataset, true));
  },
  getDatasets(request, tables) {
    const { name: namespace = null } = namespaceOf(request, tables);
    const rows = byName(rowsIn(tables, "dataset", { namespace })).map((row) => datasetShown(row));
    return paged("datasets", rows, request, { totalCount: rows.length });
  },
  getDatasetVersions(request, tables) {
    const rows = versionsOf("dataset", request, tables).map((row) => versionShown(tables, row));
    return paged("versions", rows, request);
  },
  getDatasetVersion: (request, tables) => json(200, versionShown(tables, versionOf("dataset", request, tables))),
  addTagToDataset(request, tables) {
    const dataset = namedIn("dataset", request, tables);
    const tags = tagged(dataset.tags, existingTag(request, tables));
    const changed = { ...dataset, tags, updatedAt: now() };
    return json(200, datasetShown(tables.put("dataset", keyIn(dataset.namespace, dataset.name), changed)));
  },
  addTagToFieldOfDataset(request, tables) {
    const dataset = namedIn("dataset", request, tables);
    const name = nameOf(request, "field");
    const fields = asList(dataset.fields).map(asObject);
    if (!fields.some((field) => field.name === name)) throw new Rejection(404, "The field is not found.");
    const tag = existingTag(request, tables);
    const changed = {
      ...dataset,
      fields: fields.map((field) => (field.name === name ? { ...field, tags: tagged(field.tags, tag) } : field)),
      updatedAt: now(),
    };
    return json(200, datasetShown(tables.put("dataset", keyIn(dataset.namespace, dataset.name), changed)));
  },
};
