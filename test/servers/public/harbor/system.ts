import { asObject, type JsonObject } from "#openapi/document/document.js";
import { without } from "../../change.js";
import { json, type ReadRequest, Rejection } from "../../service.js";
import { picked, type Tables } from "../tables.js";
import { listed, ordered, paged } from "./lists.js";
import type { IsMine } from "./projects.js";
import { added, changed, created, type Handlers, ME, OK, present, rejectOther, sentIn } from "./rows.js";

const OF_LABEL = ["name", "description", "color", "scope", "project_id"];

/** A label with the changes of a body, if that is valid. */
function labelIn(request: ReadRequest, tables: Tables, before: JsonObject = {}): JsonObject {
  const label: JsonObject = { scope: "g", ...picked(before, OF_LABEL), ...sentIn(request, OF_LABEL) };
  if (!label.name) throw new Rejection(400, "name is needed");
  rejectOther("scope", label.scope, ["g", "p"]);
  const project_id = label.scope === "p" ? (label.project_id ?? 0) : 0;
  if (label.scope === "p" && !tables.find("project", project_id)) throw new Rejection(400, "the project is unknown");
  const isTaken = tables
    .rows("label")
    .some((row) => row.name === label.name && row.project_id === project_id && row.id !== before.id);
  if (isTaken) throw new Rejection(409, "such a label exists already");
  return { ...label, project_id };
}

/** Labels. */
const LABELS: Handlers = {
  ListLabels(request, tables, served) {
    const { name, scope, project_id } = request.query;
    rejectOther("scope", scope, ["g", "p"]);
    if (scope === "p" && project_id === undefined) throw new Rejection(400, "project_id is required when scope is p");
    const rows = tables
      .rows("label")
      .filter((row) => name === undefined || row.name === name)
      .filter((row) => scope === undefined || row.scope === scope)
      .filter((row) => project_id === undefined || row.project_id === project_id);
    return listed({ rows, fields: ["id", ...OF_LABEL, "creation_time", "update_time"] }, request, served);
  },
  CreateLabel: (request, tables) => created(`/labels/${added(tables, "label", labelIn(request, tables)).id}`),
  GetLabelByID: ({ path }, tables) => json(200, tables.get("label", path.label_id)),
  UpdateLabel(request, tables) {
    const row = tables.get("label", request.path.label_id);
    changed(tables, "label", row, labelIn(request, tables, row));
    return OK();
  },
  DeleteLabel({ path }, tables) {
    tables.remove("label", Number(tables.get("label", path.label_id).id));
    return OK();
  },
};

const OF_ROBOT = ["name", "description", "secret", "level", "disable", "duration", "permissions"];
const ACTIONS = [
  ...["*", "pull", "push", "create", "read", "update", "delete", "list", "operate", "scanner-pull", "stop"],
];

/** A robot with the changes of a body, if that is valid. */
function robotIn(request: ReadRequest, tables: Tables, status: number, before: JsonObject = {}): JsonObject {
  const robot: JsonObject = { ...picked(before, OF_ROBOT), ...sentIn(request, OF_ROBOT) };
  if (!robot.name) throw new Rejection(400, "name is needed");
  rejectOther("level", robot.level, ["project", "system"]);
  const duration = Number(robot.duration ?? -1);
  if (duration !== -1 && duration < 1) throw new Rejection(400, "duration must be either -1 or a positive integer");
  for (const permission of [robot.permissions ?? []].flat()) {
    for (const access of [asObject(permission).access ?? []].flat()) {
      rejectOther("action", present(asObject(access)).action, ACTIONS);
    }
  }
  const isTaken = tables.rows("robot").some(({ name, id }) => name === robot.name && id !== before.id);
  if (isTaken) throw new Rejection(status, "such a robot exists already");
  const begin = before.creation_time === undefined ? Date.now() : Date.parse(String(before.creation_time));
  const expires_at = duration === -1 ? -1 : Math.floor(begin / 1000) + duration * 86_400;
  return { level: "system", disable: false, permissions: [], ...robot, duration, expires_at };
}

/** Adds a robot of the user of the key. */
export function addRobot(tables: Tables, fields: JsonObject, time?: string): JsonObject {
  const creator = { editable: true, creator_type: "local", creator_ref: ME.id };
  return added(tables, "robot", { secret: `Secret${tables.nextNumber()}`, ...fields, ...creator }, time);
}

/** Robots. Nobody without the key sees any. */
const robots = (isMine: IsMine): Handlers => ({
  ListRobot: (request, tables, served) =>
    listed(
      {
        rows: isMine(served) ? tables.rows("robot").map((row) => without(row, "secret")) : [],
        fields: ["id", "name", "description", "level", "duration", "disable", "expires_at", "creation_time"],
      },
      request,
      served,
    ),
  CreateRobot(request, tables) {
    const row = addRobot(tables, robotIn(request, tables, 400));
    const shown = picked(row, ["id", "name", "secret", "creation_time", "expires_at"]);
    return json(201, shown, { Location: `/robots/${row.id}` });
  },
  GetRobotByID: ({ path }, tables) => json(200, without(tables.get("robot", path.robot_id), "secret")),
  UpdateRobot(request, tables) {
    const row = tables.get("robot", request.path.robot_id);
    changed(tables, "robot", row, robotIn(request, tables, 409, row));
    return OK();
  },
  RefreshSec(request, tables) {
    const row = tables.get("robot", request.path.robot_id);
    const { secret } = sentIn(request, ["secret"]);
    const refreshed = secret || `Secret${tables.nextNumber()}`;
    changed(tables, "robot", row, { secret: refreshed });
    return json(200, { secret: refreshed });
  },
  DeleteRobot({ path }, tables) {
    tables.remove("robot", Number(tables.get("robot", path.robot_id).id));
    return OK();
  },
});

function quotaShown(row: JsonObject): JsonObject {
  return without(row, "reference", "reference_id");
}

/** Quotas. */
const QUOTAS: Handlers = {
  listQuotas(request, tables, served) {
    const { reference, reference_id, sort = "" } = request.query;
    const rows = tables
      .rows("quota")
      .filter((row) => reference === undefined || row.reference === reference)
      .filter((row) => reference_id === undefined || String(row.reference_id) === reference_id);
    const [, sign = "", kind = "", resource = ""] = /^(-?)(hard|used)\.(\w+)$/.exec(String(sort)) ?? [];
    const keyed = rows.map((row) => ({ ...row, key: asObject(row[kind] ?? {})[resource] ?? 0 }));
    const found = ordered(keyed, kind === "" ? "" : `${sign}key`, ["key"]);
    return paged(
      found.map((row) => quotaShown(without(row, "key"))),
      request,
      served,
    );
  },
  getQuota: ({ path }, tables) => json(200, quotaShown(tables.get("quota", path.id))),
  updateQuota(request, tables) {
    const row = tables.get("quota", request.path.id);
    const { hard } = sentIn(request, ["hard"]);
    if (hard === undefined) throw new Rejection(400, "hard is needed");
    changed(tables, "quota", row, { hard: { ...asObject(row.hard ?? {}), ...asObject(hard) } });
    return OK();
  },
};

export const system = (isMine: IsMine): Handlers => ({ ...LABELS, ...robots(isMine), ...QUOTAS });
