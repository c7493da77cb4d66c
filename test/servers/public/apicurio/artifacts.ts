import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedResponse } from "../../service.js";
import { picked, type Tables } from "../tables.js";
import { applyRules, contentIdOf, contentIn, typeOf } from "./content.js";
import { listed } from "./lists.js";
import {
  added,
  artifactOf,
  changed,
  DONE,
  groupOf,
  type Handlers,
  namesOf,
  orDry,
  present,
  removeArtifact,
  rowsWith,
  shown,
} from "./rows.js";
import { addVersion, versionShown } from "./versions.js";

/** Whether an artifact has versions, all of which are disabled. */
function isDisabled(tables: Tables, artifact: JsonObject): boolean {
  const versions = rowsWith(tables, "version", namesOf(artifact));
  return versions.length > 0 && versions.every(({ state }) => state === "DISABLED");
}

function created(artifact: JsonObject, version?: JsonObject): ServedResponse {
  return json(200, { artifact: shown(artifact), ...(version ? { version: versionShown(version) } : {}) });
}

/** Handles the creation of an artifact that exists already. */
function existing(request: ReadRequest, tables: Tables, artifact: JsonObject, first: JsonObject | undefined) {
  const { ifExists = "FAIL" } = request.query;
  if (ifExists === "FAIL") throw new Rejection(409, "Such an artifact exists already.");
  if (!first) throw new Rejection(400, "A version is needed.");
  const content = contentIn(first);
  if (ifExists === "FIND_OR_CREATE_VERSION") {
    const contentId = contentIdOf(tables, content);
    const found = rowsWith(tables, "version", { ...namesOf(artifact), contentId }).at(-1);
    if (found) return created(artifact, found);
  }
  applyRules(tables, artifact.groupId ?? "", String(artifact.artifactType), content);
  const version = addVersion(tables, artifact, first);
  return created(artifact, version);
}

function createIn(request: ReadRequest, tables: Tables): ServedResponse {
  const { groupId = "" } = groupOf(request, tables);
  const { artifactId = "", artifactType, name, description, labels, firstVersion } = asObject(request.body ?? {});
  const first = firstVersion == null ? undefined : asObject(firstVersion);
  const [known] = rowsWith(tables, "artifact", { groupId, artifactId });
  if (known) return existing(request, tables, known, first);
  const content = first ? contentIn(first) : undefined;
  const type = typeOf(artifactType, content);
  if (content !== undefined) applyRules(tables, groupId, type, content);
  const fields = { groupId, artifactId, artifactType: type, labels: labels ?? {}, ...present({ name, description }) };
  const artifact = added(tables, "artifact", fields);
  return created(artifact, first ? addVersion(tables, artifact, first) : undefined);
}

/** Artifacts of groups. */
export const ARTIFACTS: Handlers = {
  listArtifactsInGroup(request, tables) {
    const { groupId = "" } = groupOf(request, tables);
    const rows = rowsWith(tables, "artifact", { groupId }).map((row) => shown(row));
    return listed(request, { name: "artifacts", rows, usual: "artifactId" });
  },
  createArtifact: (request, tables) => orDry(request, tables, () => createIn(request, tables)),
  deleteArtifactsInGroup(request, tables) {
    for (const row of rowsWith(tables, "artifact", { groupId: request.path.groupId ?? null })) {
      removeArtifact(tables, row);
    }
    return DONE();
  },
  getArtifactMetaData(request, tables) {
    const artifact = artifactOf(request, tables);
    if (isDisabled(tables, artifact)) throw new Rejection(404, "All versions of the artifact are disabled.");
    return json(200, shown(artifact));
  },
  updateArtifactMetaData(request, tables) {
    const sent = present(picked(asObject(request.body ?? {}), ["name", "description", "labels", "owner"]));
    changed(tables, "artifact", artifactOf(request, tables), sent);
    return DONE();
  },
  deleteArtifact(request, tables) {
    removeArtifact(tables, artifactOf(request, tables));
    return DONE();
  },
  searchArtifacts(request, tables) {
    const rows = tables
      .rows("artifact")
      .filter((row) => isFound(request, tables, row))
      .map((row) => shown(row));
    return listed(request, { name: "artifacts", rows, usual: "artifactId" });
  },
};

/** Whether labels have a pair `name:value`, or a name. The last colon divides a pair. */
function hasLabel(labels: JsonObject, wanted: string): boolean {
  const at = wanted.lastIndexOf(":");
  return at < 0 ? wanted in labels : labels[wanted.slice(0, at)] === wanted.slice(at + 1);
}

/** Whether an artifact matches all criteria of a search. */
function isFound({ query }: ReadRequest, tables: Tables, row: JsonObject): boolean {
  const isEqual = (name: string) => query[name] === undefined || row[name] === query[name];
  const hasVersion = (name: string) => {
    const value: Json | undefined = query[name];
    return value === undefined || rowsWith(tables, "version", { ...namesOf(row), [name]: value }).length > 0;
  };
  const labels = asObject(row.labels ?? {});
  return (
    ["name", "groupId", "artifactId", "artifactType"].every(isEqual) &&
    ["globalId", "contentId"].every(hasVersion) &&
    (query.description === undefined || String(row.description ?? "").includes(String(query.description))) &&
    asList(query.labels ?? []).every((wanted) => hasLabel(labels, String(wanted)))
  );
}
