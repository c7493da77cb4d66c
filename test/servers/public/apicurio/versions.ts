import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection } from "../../service.js";
import { picked, type Tables } from "../tables.js";
import { addToBranch, removeFromBranches } from "./branches.js";
import { applyRules, contentIdOf, contentIn } from "./content.js";
import { listed } from "./lists.js";
import {
  added,
  artifactOf,
  changed,
  DONE,
  type Handlers,
  namesOf,
  orDry,
  present,
  rejectTaken,
  removeAll,
  removeArtifact,
  rowsWith,
  rowWith,
  shown,
} from "./rows.js";

const NAME = /^[a-zA-Z0-9._\-+]{1,256}$/;

/** A version as a response shows it alone. */
export function versionShown(row: JsonObject): JsonObject {
  return shown(row, "modifiedBy", "modifiedOn");
}

/** A number that no version of an artifact has as its name. */
function nextName(tables: Tables, artifact: JsonObject): string {
  const taken = new Set(rowsWith(tables, "version", namesOf(artifact)).map(({ version }) => String(version)));
  let number = taken.size + 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
}

/** Adds a version to an artifact, and to its branches. */
export function addVersion(tables: Tables, artifact: JsonObject, sent: JsonObject): JsonObject {
  const { version: named, name, description, labels, branches, isDraft } = sent;
  const names = namesOf(artifact);
  const version = named == null ? nextName(tables, artifact) : String(named);
  rejectTaken(tables, "version", { ...names, version });
  const others = asList(branches ?? []).map(String);
  if (others.some((branch) => !NAME.test(branch))) throw new Rejection(400, "The name of a branch is invalid.");
  const row = added(tables, "version", {
    ...names,
    ...{ version, artifactType: artifact.artifactType ?? "", globalId: tables.nextNumber() },
    ...{ contentId: contentIdOf(tables, contentIn(sent)), state: isDraft === true ? "DRAFT" : "ENABLED" },
    ...{ labels: labels ?? {}, ...present({ name, description }) },
  });
  if (isDraft !== true) addToBranch(tables, artifact, "latest", version);
  for (const branch of others) if (branch !== "latest") addToBranch(tables, artifact, branch, version);
  return row;
}

/** The version that the path names by its name, or by the branch whose tip it is. */
export function versionOf(request: ReadRequest, tables: Tables): JsonObject {
  const artifact = artifactOf(request, tables);
  const expression = String(request.path.versionExpression);
  const [, branchId] = /^branch=(.*)$/s.exec(expression) ?? [];
  const tip: Json =
    branchId === undefined
      ? expression
      : (asList(rowWith(tables, "branch", { ...namesOf(artifact), branchId }).versions ?? [])[0] ?? null);
  return rowWith(tables, "version", { ...namesOf(artifact), version: tip });
}

/**
 * Changes the state of a version.
 *
 * @throws Rejection if the version cannot have that state
 */
function enter(tables: Tables, row: JsonObject, state: string): void {
  if (row.state === state) return;
  if (state === "DRAFT") throw new Rejection(400, "A version cannot become a draft.");
  if (row.state === "DRAFT" && state !== "ENABLED") throw new Rejection(400, "A draft can be enabled only.");
  if (state === "SUNSET" && row.state !== "DEPRECATED") throw new Rejection(400, "The version is not deprecated.");
  if (row.state === "DRAFT") addToBranch(tables, row, "latest", String(row.version));
  changed(tables, "version", row, { state });
}

/** Versions of artifacts. */
export const VERSIONS: Handlers = {
  listArtifactVersions(request, tables) {
    const rows = rowsWith(tables, "version", namesOf(artifactOf(request, tables))).map((row) => shown(row));
    return listed(request, { name: "versions", rows, usual: "globalId" });
  },
  createArtifactVersion: (request, tables) =>
    orDry(request, tables, () => {
      const artifact = artifactOf(request, tables);
      const sent = asObject(request.body ?? {});
      applyRules(tables, artifact.groupId ?? "", String(artifact.artifactType), contentIn(sent));
      return json(200, versionShown(addVersion(tables, artifact, sent)));
    }),
  getArtifactVersionMetaData: (request, tables) => json(200, versionShown(versionOf(request, tables))),
  updateArtifactVersionMetaData(request, tables) {
    const sent = present(picked(asObject(request.body ?? {}), ["name", "description", "labels"]));
    changed(tables, "version", versionOf(request, tables), sent);
    return DONE();
  },
  deleteArtifactVersion(request, tables) {
    const artifact = artifactOf(request, tables);
    const row = versionOf(request, tables);
    if (rowsWith(tables, "version", namesOf(artifact)).length === 1) {
      removeArtifact(tables, artifact);
      return DONE();
    }
    removeAll(tables, "comment", { ...namesOf(artifact), version: row.version ?? "" });
    removeFromBranches(tables, row);
    tables.remove("version", row.id ?? 0);
    return DONE();
  },
  getArtifactVersionState: (request, tables) => json(200, { state: versionOf(request, tables).state ?? "ENABLED" }),
  updateArtifactVersionState: (request, tables) =>
    orDry(request, tables, () => {
      enter(tables, versionOf(request, tables), String(asObject(request.body ?? {}).state));
      return DONE();
    }),
};
