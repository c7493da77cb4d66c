import { asList, asObject, type Json } from "#openapi/document/document.js";
import { without } from "../../../change.js";
import { type Fault, reading, stillShowing } from "../../variations.js";
import { ROLES } from "../parts.js";
import {
  addingInstead,
  after,
  alsoBefore,
  deletingBefore,
  forgets,
  inData,
  keeping,
  keepingFields,
  notListingNew,
  projectOf,
  rowBefore,
  showing,
  withAll,
} from "./variations.js";

const needsTwo = true;

const CREATES_MEMBER = "Create project member relationship";
const REMOVES_MEMBER = "Remove the specified project member from the project.";
const POLICIES = "#/paths/~1projects~1{project_name_or_id}~1webhook~1policies";
const POLICY = "#/components/schemas/WebhookPolicy/properties";

/** Faults of members and webhook policies of projects, which need two exchanges. */
const NESTED_FAULTS: Fault[] = [
  { title: "forgets new members", breaks: CREATES_MEMBER, needsTwo, respond: forgets("createProjectMember") },
  {
    title: "stores all new members as guests",
    breaks: "The role id 1 for projectAdmin, 2 for developer, 3 for guest, 4 for maintainer",
    needsTwo,
    respond: keeping(["createProjectMember"], "member", (row) => ({ ...row, role_id: 3, role_name: ROLES[3] ?? "" })),
  },
  {
    title: "adds new members to the first project",
    breaks: CREATES_MEMBER,
    needsTwo,
    respond: keeping(["createProjectMember"], "member", (row, { state }) => ({
      ...row,
      project_id: state.rows("project")[0]?.id ?? 0,
    })),
  },
  {
    title: "does not list new members",
    breaks: "Get all project member information",
    needsTwo,
    ...notListingNew("listProjectMembers", "member"),
  },
  {
    title: "keeps the role of members that are changed",
    breaks: "Update project member relationship",
    needsTwo,
    respond: keepingFields("updateProjectMember", "member", "role_id", "role_name"),
  },
  {
    title: "gives the role of a changed member to all members",
    breaks: "Update project member relationship",
    needsTwo,
    respond: withAll(["updateProjectMember"], "member", (row, _, { role_id = 0, role_name = "" }) => ({
      ...row,
      role_id,
      role_name,
    })),
  },
  { title: "removes no member", breaks: REMOVES_MEMBER, needsTwo, respond: forgets("deleteProjectMember") },
  {
    title: "removes all members of a project with one",
    breaks: REMOVES_MEMBER,
    needsTwo,
    respond: after(["deleteProjectMember"], (done) => {
      const { id } = projectOf(done);
      for (const row of done.state.rows("member")) if (row.project_id === id) done.state.remove("member", row.id ?? 0);
    }),
  },
  {
    title: "checks the certificates of all targets",
    breaks: "Whether or not to skip cert verify.",
    needsTwo,
    respond: keeping(["CreateWebhookPolicyOfProject"], "policy", (row) => ({
      ...row,
      targets: asList(row.targets ?? []).map((target) => ({ ...asObject(target), skip_cert_verify: false })),
    })),
  },
  {
    title: "enables all new policies",
    breaks: "Whether the webhook policy is enabled or not.",
    needsTwo,
    respond: keeping(["CreateWebhookPolicyOfProject"], "policy", (row) => ({ ...row, enabled: true })),
  },
  {
    title: "stores policies without their types of events",
    breaks: `${POLICY}/event_types`,
    needsTwo,
    respond: keeping(["CreateWebhookPolicyOfProject"], "policy", (row) => ({ ...row, event_types: [] })),
  },
  {
    title: "creates another policy instead of changing one",
    breaks: "This endpoint is aimed to update the webhook policy of a project.",
    needsTwo,
    respond: addingInstead("UpdateWebhookPolicyOfProject", "policy"),
  },
  {
    title: "keeps the description of policies that are changed",
    breaks: "The description of webhook policy.",
    needsTwo,
    respond: keepingFields("UpdateWebhookPolicyOfProject", "policy", "description"),
  },
  {
    title: "deletes no policy",
    breaks: "This endpoint is aimed to delete webhookpolicy of a project.",
    needsTwo,
    respond: forgets("DeleteWebhookPolicyOfProject"),
  },
  {
    title: "shows deleted policies by their ids",
    breaks: "This endpoint is aimed to delete webhookpolicy of a project.",
    needsTwo,
    respond: stillShowing("DeleteWebhookPolicyOfProject", ["GetWebhookPolicyOfProject"], "policy"),
  },
  {
    title: "lists the policies of all projects for each",
    breaks: `${POLICIES}/get`,
    needsTwo,
    respond: async (_, next, context) => {
      const { operation, state } = context;
      if (operation !== "ListWebhookPoliciesOfProject") return next();
      return inData([operation], (_rows, { query }) => {
        const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("page_size") ?? 10)];
        return state.rows("policy").slice((page - 1) * size, page * size);
      })(_, next, context);
    },
  },
];

/** Faults of labels and robots, which need two exchanges. */
const SYSTEM_FAULTS: Fault[] = [
  {
    title: "stores labels without their colors",
    breaks: "The color the label",
    needsTwo,
    respond: keeping(["CreateLabel"], "label", (row) => without(row, "color")),
  },
  {
    title: "stores the labels of projects as global ones",
    breaks: "The scope the label",
    needsTwo,
    respond: keeping(["CreateLabel"], "label", (row) => ({ ...row, scope: "g", project_id: 0 })),
  },
  {
    title: "gives new labels the description of the label before",
    breaks: "The description the label",
    needsTwo,
    respond: keeping(["CreateLabel"], "label", (row, { state }) => ({
      ...row,
      description: rowBefore(state, "label", row)?.description ?? "",
    })),
  },
  {
    title: "forgets changes of labels",
    breaks: "This endpoint let user update label properties.",
    needsTwo,
    respond: forgets("UpdateLabel"),
  },
  {
    title: "swaps the color and the description of changed labels",
    breaks: "This endpoint let user update label properties.",
    needsTwo,
    respond: keeping(["UpdateLabel"], "label", ({ color = "", description = "", ...row }) => ({
      ...row,
      ...{ color: description, description: color },
    })),
  },
  {
    title: "deletes the label before as well",
    breaks: "Delete the label specified by ID.",
    needsTwo,
    respond: deletingBefore("DeleteLabel", "label"),
  },
  {
    title: "still lists deleted labels",
    breaks: "Delete the label specified by ID.",
    needsTwo,
    respond: stillShowing("DeleteLabel", ["ListLabels"], "label"),
  },
  {
    title: "shows labels as they were when they were first read",
    breaks: "This endpoint let user get the label by specific ID.",
    needsTwo,
    respond: inData(["GetLabelByID"], (shown: Json, { state, named }) => {
      const kept = state.find("label read", named);
      return kept ?? state.put("label read", named, asObject(shown));
    }),
  },
  {
    title: "sends the first page of labels for each page",
    breaks: "The page number",
    needsTwo,
    respond: reading(["ListLabels"], ["page"], () => "1"),
  },
  {
    title: "stores robots without their permissions",
    breaks: "#/components/schemas/Robot/properties/permissions",
    needsTwo,
    respond: keeping(["CreateRobot"], "robot", (row) => ({ ...row, permissions: [] })),
  },
  {
    title: "doubles the duration of stored robots",
    breaks: "The duration of the robot in days",
    needsTwo,
    respond: keeping(["CreateRobot"], "robot", (row) => ({
      ...row,
      duration: row.duration === -1 ? -1 : 2 * Number(row.duration),
    })),
  },
  {
    title: "shows robots with another expiration than their creation did",
    breaks: "The expiration date of the robot",
    needsTwo,
    respond: showing(["GetRobotByID"], (row) => ({ ...row, expires_at: Number(row.expires_at) + 3600 })),
  },
  {
    title: "keeps the status of robots that are changed",
    breaks: "The disable status of the robot",
    needsTwo,
    respond: keepingFields("UpdateRobot", "robot", "disable"),
  },
  {
    title: "disables the robot before as well",
    breaks: "The disable status of the robot",
    needsTwo,
    respond: alsoBefore(["UpdateRobot"], "robot", (row, _, { disable = false }) => ({ ...row, disable })),
  },
  {
    title: "does not list new robots",
    breaks: "List the robot accounts with the specified level and project.",
    needsTwo,
    ...notListingNew("ListRobot", "robot"),
  },
  {
    title: "deletes no robot",
    breaks: "This endpoint deletes specific robot account information by robot ID.",
    needsTwo,
    respond: forgets("DeleteRobot"),
  },
];

export const PART_FAULTS: Fault[] = [...NESTED_FAULTS, ...SYSTEM_FAULTS];
