import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection } from "../../service.js";
import { picked, type Tables } from "../tables.js";
import { listed } from "./lists.js";
import {
  added,
  artifactOf,
  changed,
  DONE,
  type Handlers,
  namesOf,
  present,
  rejectTaken,
  rowsWith,
  rowWith,
  shown,
} from "./rows.js";

function versionsIn(branch: JsonObject): string[] {
  return asList(branch.versions ?? []).map(String);
}

/** Makes a version the tip of a branch, which is created if there is none. */
export function addToBranch(tables: Tables, artifact: JsonObject, branchId: string, version: string): void {
  const names = { ...namesOf(artifact), branchId };
  const [row] = rowsWith(tables, "branch", names);
  if (row) {
    changed(tables, "branch", row, { versions: [version, ...versionsIn(row).filter((each) => each !== version)] });
    return;
  }
  added(tables, "branch", { ...names, versions: [version], systemDefined: branchId === "latest" });
}

/** Takes a version out of all branches of its artifact. */
export function removeFromBranches(tables: Tables, row: JsonObject): void {
  for (const branch of rowsWith(tables, "branch", namesOf(row))) {
    const versions = versionsIn(branch).filter((each) => each !== row.version);
    tables.put("branch", String(branch.id), { ...branch, versions });
  }
}

function branchOf(request: ReadRequest, tables: Tables): JsonObject {
  return rowWith(tables, "branch", {
    ...namesOf(artifactOf(request, tables)),
    branchId: request.path.branchId ?? null,
  });
}

const branchShown = (row: JsonObject) => shown(row, "versions");

/** Branches of artifacts. */
export const BRANCHES: Handlers = {
  listBranches(request, tables) {
    const rows = rowsWith(tables, "branch", namesOf(artifactOf(request, tables))).map(branchShown);
    return listed(request, { name: "branches", rows });
  },
  createBranch(request, tables) {
    const names = namesOf(artifactOf(request, tables));
    const { branchId = "", description, versions } = asObject(request.body ?? {});
    rejectTaken(tables, "branch", { ...names, branchId });
    const sent = [...new Set(asList(versions ?? []).map(String))];
    for (const version of sent) rowWith(tables, "version", { ...names, version });
    const fields = { branchId, versions: sent, systemDefined: false, ...present({ description }) };
    return json(200, branchShown(added(tables, "branch", { ...names, ...fields })));
  },
  getBranchMetaData: (request, tables) => json(200, branchShown(branchOf(request, tables))),
  updateBranchMetaData(request, tables) {
    const sent = present(picked(asObject(request.body ?? {}), ["description"]));
    changed(tables, "branch", branchOf(request, tables), sent);
    return DONE();
  },
  deleteBranch(request, tables) {
    const row = branchOf(request, tables);
    if (row.systemDefined === true) throw new Rejection(409, "The system defines the branch.");
    tables.remove("branch", row.id ?? 0);
    return DONE();
  },
  listBranchVersions(request, tables) {
    const branch = branchOf(request, tables);
    const rows = versionsIn(branch).map((version) =>
      shown(rowWith(tables, "version", { ...namesOf(branch), version })),
    );
    return listed(request, { name: "versions", rows });
  },
};
