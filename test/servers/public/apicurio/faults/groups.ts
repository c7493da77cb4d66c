import { without } from "../../../change.js";
import type { Fault } from "../../variations.js";
import { rowsWith } from "../rows.js";
import {
  after,
  alsoBefore,
  deletingAll,
  forgets,
  keeping,
  keepingFields,
  notListingNew,
  replacing,
  stillShowing,
} from "./variations.js";

const needsTwo = true;

const CREATES = "Creates a new group.";
const UPDATES = "Updates the metadata of a group using the specified id.";
const DELETES = "Deletes a group by identifier.";
const ADDS_RULE = "Adds a rule to the list of rules that get applied to an artifact in the group";
const DELETES_RULE = "Deletes a rule from the group.";

/** Faults of groups, which need two exchanges. */
const OF_GROUPS: Fault[] = [
  { title: "forgets new groups", breaks: CREATES, needsTwo, respond: forgets("createGroup") },
  {
    title: "stores groups without their descriptions",
    breaks: "#/components/schemas/CreateGroup/properties/description",
    needsTwo,
    respond: keeping(["createGroup"], "group", (row) => without(row, "description")),
  },
  {
    title: "does not list new groups",
    breaks: "Returns a list of all groups.",
    needsTwo,
    ...notListingNew("listGroups", "group", "groupId"),
  },
  {
    title: "replaces a group that exists already",
    breaks: "The group already exist (HTTP error `409`)",
    needsTwo,
    respond: replacing("createGroup", "group"),
  },
  { title: "forgets changes of groups", breaks: UPDATES, needsTwo, respond: forgets("updateGroupById") },
  {
    title: "keeps the labels of groups that are changed",
    breaks: "#/components/schemas/EditableGroupMetaData/properties/labels",
    needsTwo,
    respond: keepingFields("updateGroupById", "group", "labels"),
  },
  {
    title: "gives the description of a changed group to the group before as well",
    breaks: UPDATES,
    needsTwo,
    respond: alsoBefore("updateGroupById", "group", "description"),
  },
  { title: "deletes no group", breaks: DELETES, needsTwo, respond: forgets("deleteGroupById") },
  {
    title: "still lists deleted groups",
    breaks: DELETES,
    needsTwo,
    respond: stillShowing("deleteGroupById", ["listGroups"], "group"),
  },
  {
    title: "keeps the artifacts of a deleted group",
    breaks: "This operation also deletes all artifacts within the group",
    needsTwo,
    respond: after(["deleteGroupById"], ({ state, before, groupId }) => {
      for (const row of rowsWith(before, "artifact", { groupId })) state.put("artifact", String(row.id), row);
    }),
  },
];

/** Faults of the rules of groups, which need two exchanges. */
const OF_RULES: Fault[] = [
  { title: "forgets new rules", breaks: ADDS_RULE, needsTwo, respond: forgets("createGroupRule") },
  {
    title: "stores new rules without their configuration",
    breaks: "#/components/schemas/CreateRule/properties/config",
    needsTwo,
    respond: keeping(["createGroupRule"], "rule", (row) => ({ ...row, config: "NONE" })),
  },
  {
    title: "adds new rules to the first group",
    breaks: ADDS_RULE,
    needsTwo,
    respond: keeping(["createGroupRule"], "rule", (row, { state }) => ({
      ...row,
      groupId: state.rows("group")[0]?.groupId ?? "",
    })),
  },
  {
    title: "keeps the configuration of rules that are changed",
    breaks: "Updates the configuration of a single rule for the group.",
    needsTwo,
    respond: keepingFields("updateGroupRuleConfig", "rule", "config"),
  },
  { title: "deletes no rule", breaks: DELETES_RULE, needsTwo, respond: forgets("deleteGroupRule") },
  {
    title: "deletes all rules of a group with one",
    breaks: DELETES_RULE,
    needsTwo,
    respond: deletingAll("deleteGroupRule", "rule", "groupId"),
  },
  {
    title: "deletes the first rule only when all are to be deleted",
    breaks: "Deletes all of the rules configured for the group.",
    needsTwo,
    respond: after(["deleteGroupRules"], ({ state, before, groupId }) => {
      for (const row of rowsWith(before, "rule", { groupId }).slice(1)) state.put("rule", String(row.id), row);
    }),
  },
];

const CREATES_ROLE = "Creates a new mapping between a user/principal and a role.";
const UPDATES_ROLE = "Updates a single role mapping for one user/principal.";
const DELETES_ROLE = "Deletes a single role mapping, effectively denying access to a";

/** Faults of the roles of principals, which need two exchanges. */
const OF_ROLES: Fault[] = [
  { title: "forgets new role mappings", breaks: CREATES_ROLE, needsTwo, respond: forgets("createRoleMapping") },
  {
    title: "gives all new principals the same role",
    breaks: CREATES_ROLE,
    needsTwo,
    respond: keeping(["createRoleMapping"], "role", (row) => ({ ...row, role: "DEVELOPER" })),
  },
  {
    title: "stores role mappings without the names of their principals",
    breaks: "A friendly name for the principal.",
    needsTwo,
    respond: keeping(["createRoleMapping"], "role", (row) => without(row, "principalName")),
  },
  {
    title: "does not list new role mappings",
    breaks: "Gets a list of all role mappings configured in the registry (if any).",
    needsTwo,
    ...notListingNew("listRoleMappings", "role", "principalId"),
  },
  {
    title: "keeps the role of mappings that are changed",
    breaks: UPDATES_ROLE,
    needsTwo,
    respond: keepingFields("updateRoleMapping", "role", "role"),
  },
  {
    title: "gives the role of a changed mapping to the mapping before as well",
    breaks: UPDATES_ROLE,
    needsTwo,
    respond: alsoBefore("updateRoleMapping", "role", "role"),
  },
  { title: "deletes no role mapping", breaks: DELETES_ROLE, needsTwo, respond: forgets("deleteRoleMapping") },
];

export const GROUP_FAULTS: Fault[] = [...OF_GROUPS, ...OF_RULES, ...OF_ROLES];
