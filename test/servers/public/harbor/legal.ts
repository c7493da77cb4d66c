import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { changeJson, everywhere, inEveryResponse, inSuccesses, without } from "../../change.js";
import { json, type Variation } from "../../service.js";
import { seededTime, type Tables } from "../tables.js";
import { inData, sending, showing, toValid } from "./faults/variations.js";
import { addProject } from "./projects.js";
import { added, failed } from "./rows.js";

const LISTS = [
  "listProjects",
  "listProjectMembers",
  "ListWebhookPoliciesOfProject",
  "ListRobot",
  "ListLabels",
  "listQuotas",
];
const READS = [
  "getProject",
  "GetLabelByID",
  "GetRobotByID",
  "getQuota",
  "getProjectMember",
  "GetWebhookPolicyOfProject",
];
const CREATIONS = [
  "createProject",
  "createProjectMember",
  "CreateLabel",
  "CreateWebhookPolicyOfProject",
  "CreateRobot",
];
const CHANGES = ["updateProject", "updateProjectMember", "UpdateLabel", "UpdateWebhookPolicyOfProject", "UpdateRobot"];
const TABLES = ["member", "policy", "label", "robot", "quota", "project"];

const inValues = (change: (value: Json) => Json) =>
  inEveryResponse((response) => changeJson(response, (body) => everywhere(body, change)));

function trimmed(sent: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, typeof value === "string" ? value.trim() : (value ?? null)]),
  );
}

/** Servers that follow harbor.yaml in other ways than the service. No run may fail. */
export const HARBOR_LEGAL: Variation<Tables>[] = [
  {
    title: "sends fields in another order",
    respond: inValues((value) => (isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value)),
  },
  { title: "sends further fields", respond: showing(READS, (row) => ({ ...row, revision: 3, links: [] })) },
  {
    title: "sends no counts and no links",
    respond: inSuccesses(LISTS, ({ headers: { "X-Total-Count": _, Link: __, ...headers }, ...response }) => ({
      ...response,
      headers,
    })),
  },
  {
    title: "sends locations with a host",
    respond: inSuccesses(CREATIONS, (response, { headers: { host } }) => ({
      ...response,
      headers: { ...response.headers, Location: `http://${host}${response.headers.Location}` },
    })),
  },
  {
    title: "confirms changes with an empty object",
    respond: inSuccesses(CHANGES, ({ headers }) => json(200, {}, headers)),
  },
  {
    title: "rejects invalid values with 422",
    respond: inEveryResponse((response) => (response.status === 400 ? { ...response, status: 422 } : response)),
  },
  {
    title: "rejects names of projects with other characters than small letters, digits and dashes",
    respond: toValid(["createProject", "updateProject"], ({ sent: { project_name } }) =>
      project_name == null || /^[a-z0-9]+([._-][a-z0-9]+)*$/.test(String(project_name))
        ? undefined
        : failed(400, "the project name is invalid"),
    ),
  },
  {
    title: "rejects registries that it does not know",
    respond: toValid(["createProject", "updateProject"], ({ sent: { registry_id } }) =>
      registry_id == null ? undefined : failed(400, "the registry does not exist"),
    ),
  },
  {
    title: "adds metadata one by one only",
    respond: toValid(["addProjectMetadatas"], ({ sent }) =>
      Object.keys(sent).length > 1 ? failed(400, "there must be one metadata only") : undefined,
    ),
  },
  {
    title: "shows no credentials of targets",
    respond: inData(["GetWebhookPolicyOfProject", "ListWebhookPoliciesOfProject"], (data) =>
      everywhere(data, (value) => (isObject(value) ? without(value, "auth_header") : value)),
    ),
  },
  {
    title: "takes spaces from both ends of names and descriptions",
    respond: sending(["createProject", "CreateLabel", "UpdateLabel", "CreateRobot", "UpdateRobot"], trimmed),
  },
  {
    title: "lists the newest labels first, unless an order is requested",
    respond: async (request, next, { operation, state }) => {
      if (operation !== "ListLabels" || request.query.has("sort")) return next();
      const rows = state.rows("label");
      const put = (all: typeof rows) => {
        for (const { id = 0 } of rows) state.remove("label", id);
        for (const row of all) state.put("label", row.id ?? 0, row);
      };
      put(rows.toReversed());
      const response = await next();
      put(rows);
      return response;
    },
  },
  {
    title: "has no data at first",
    prepare: (state) => {
      for (const table of TABLES) for (const { id = 0 } of state.rows(table)) state.remove(table, id);
    },
  },
  {
    title: "has other clients, which add labels and projects meanwhile",
    respond: (_, next, { count, state }) => {
      const time = new Date(seededTime(30)).toISOString();
      const label = { name: `other-${count}`, description: "", color: "#C92100", scope: "g", project_id: 0 };
      if (count % 30 === 0) added(state, "label", label, time);
      if (count % 50 === 0) addProject(state, { name: `other-${count}`, metadata: { public: "false" } }, -1, time);
      return next();
    },
  },
];
