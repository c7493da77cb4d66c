import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection } from "../../service.js";
import { picked, type Tables } from "../tables.js";
import { listed } from "./lists.js";
import { added, changed, DONE, type Handlers, namesOf, present, rejectTaken, rowsWith, rowWith } from "./rows.js";
import { versionOf } from "./versions.js";

const OF_COMMENT = ["commentId", "value", "owner", "createdOn"];
const OF_MAPPING = ["principalId", "role", "principalName"];

/** The text of a comment in a body. */
function valueIn({ body }: ReadRequest): Json {
  const { value = "" } = asObject(body ?? {});
  if (String(value).length > 1024) throw new Rejection(400, "The comment is too long.");
  return value;
}

/** The names of a version, which its comments have. */
function ofVersion(row: JsonObject): JsonObject {
  return { ...namesOf(row), version: row.version ?? "" };
}

function commentOf(request: ReadRequest, tables: Tables): JsonObject {
  const row = versionOf(request, tables);
  return rowWith(tables, "comment", { ...ofVersion(row), commentId: request.path.commentId ?? null });
}

/** Comments on versions. */
export const COMMENTS: Handlers = {
  getArtifactVersionComments(request, tables) {
    const rows = rowsWith(tables, "comment", ofVersion(versionOf(request, tables)));
    return json(
      200,
      rows.toReversed().map((row) => picked(row, OF_COMMENT)),
    );
  },
  addArtifactVersionComment(request, tables) {
    const row = versionOf(request, tables);
    const fields = { value: valueIn(request), commentId: String(tables.nextNumber()) };
    return json(200, picked(added(tables, "comment", { ...ofVersion(row), ...fields }), OF_COMMENT));
  },
  updateArtifactVersionComment(request, tables) {
    changed(tables, "comment", commentOf(request, tables), { value: valueIn(request) });
    return DONE();
  },
  deleteArtifactVersionComment(request, tables) {
    tables.remove("comment", commentOf(request, tables).id ?? 0);
    return DONE();
  },
};

/** The roles of principals. */
export const ROLES: Handlers = {
  listRoleMappings: (request, tables) =>
    listed(request, { name: "roleMappings", rows: tables.rows("role").map((row) => picked(row, OF_MAPPING)) }),
  createRoleMapping(request, tables) {
    const { principalId = "", role = "", principalName } = asObject(request.body ?? {});
    rejectTaken(tables, "role", { principalId });
    added(tables, "role", { principalId, role, ...present({ principalName }) });
    return DONE();
  },
  getRoleMapping: ({ path }, tables) =>
    json(200, picked(rowWith(tables, "role", { principalId: path.principalId ?? null }), OF_MAPPING)),
  updateRoleMapping({ path, body }, tables) {
    const row = rowWith(tables, "role", { principalId: path.principalId ?? null });
    changed(tables, "role", row, { role: asObject(body ?? {}).role ?? "" });
    return DONE();
  },
  deleteRoleMapping({ path }, tables) {
    tables.remove("role", rowWith(tables, "role", { principalId: path.principalId ?? null }).id ?? 0);
    return DONE();
  },
};
