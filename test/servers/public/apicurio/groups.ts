import { asObject } from "#openapi/document/document.js";
import { json, Rejection } from "../../service.js";
import { picked } from "../tables.js";
import { listed } from "./lists.js";
import {
  added,
  changed,
  DONE,
  groupOf,
  type Handlers,
  present,
  rejectTaken,
  removeAll,
  removeArtifact,
  rowsWith,
  rowWith,
  shown,
} from "./rows.js";

/** Groups of artifacts. */
export const GROUPS: Handlers = {
  listGroups: (request, tables) =>
    listed(request, { name: "groups", rows: tables.rows("group").map((row) => shown(row)), usual: "groupId" }),
  createGroup(request, tables) {
    const { groupId = "", description, labels } = asObject(request.body ?? {});
    if (groupId === "default") throw new Rejection(400, "The name of the group is reserved.");
    rejectTaken(tables, "group", { groupId });
    return json(200, shown(added(tables, "group", { groupId, labels: labels ?? {}, ...present({ description }) })));
  },
  getGroupById: (request, tables) => json(200, shown(groupOf(request, tables))),
  updateGroupById(request, tables) {
    const sent = present(picked(asObject(request.body ?? {}), ["description", "labels", "owner"]));
    changed(tables, "group", groupOf(request, tables), sent);
    return DONE();
  },
  deleteGroupById(request, tables) {
    const { groupId = "", id = 0 } = groupOf(request, tables);
    for (const row of rowsWith(tables, "artifact", { groupId })) removeArtifact(tables, row);
    removeAll(tables, "rule", { groupId });
    tables.remove("group", id);
    return DONE();
  },
};

/** The rules of groups. */
export const RULES: Handlers = {
  listGroupRules(request, tables) {
    const { groupId = "" } = groupOf(request, tables);
    return json(
      200,
      rowsWith(tables, "rule", { groupId }).map(({ ruleType }) => String(ruleType)),
    );
  },
  createGroupRule(request, tables) {
    const { groupId = "" } = groupOf(request, tables);
    const { ruleType, config = "" } = asObject(request.body ?? {});
    if (ruleType === undefined) throw new Rejection(400, "The rule is unknown.");
    rejectTaken(tables, "rule", { groupId, ruleType });
    added(tables, "rule", { groupId, ruleType, config });
    return DONE();
  },
  deleteGroupRules(request, tables) {
    const { groupId = "" } = groupOf(request, tables);
    removeAll(tables, "rule", { groupId });
    return DONE();
  },
  getGroupRuleConfig(request, tables) {
    const { groupId = "" } = groupOf(request, tables);
    const row = rowWith(tables, "rule", { groupId, ruleType: request.path.ruleType ?? null });
    return json(200, picked(row, ["ruleType", "config"]));
  },
  updateGroupRuleConfig(request, tables) {
    const { groupId = "" } = groupOf(request, tables);
    const row = rowWith(tables, "rule", { groupId, ruleType: request.path.ruleType ?? null });
    const { config = "" } = asObject(request.body ?? {});
    return json(200, picked(changed(tables, "rule", row, { config }), ["ruleType", "config"]));
  },
  deleteGroupRule(request, tables) {
    const { groupId = "" } = groupOf(request, tables);
    const row = rowWith(tables, "rule", { groupId, ruleType: request.path.ruleType ?? null });
    tables.remove("rule", row.id ?? 0);
    return DONE();
  },
};
