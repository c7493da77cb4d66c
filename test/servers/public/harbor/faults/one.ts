import { isSuccess } from "../../../change.js";
import { empty, json } from "../../../service.js";
import { type Fault, ignoring, reading } from "../../variations.js";
import { accepting, CRASH, crashesFor, inData, inHeader, listing, showing, toValid } from "./variations.js";

const SIZE = "The size of per page";
const SORT = "Sort the resource list in ascending or descending order.";

/** Faults that one exchange shows. */
export const FAULTS_OF_ONE: Fault[] = [
  {
    title: "ignores the page size of projects",
    breaks: SIZE,
    respond: reading(["listProjects"], ["page_size"], () => "50"),
  },
  {
    title: "sends one label more than the page size",
    breaks: SIZE,
    respond: reading(["ListLabels"], ["page_size"], (size) => String(Number(size) + 1)),
  },
  {
    title: "ignores which name of projects is requested",
    breaks: "The name of project.",
    respond: ignoring(["listProjects"], "name"),
  },
  {
    title: "lists private projects among the public ones",
    breaks: "The project is public or private.",
    respond: ignoring(["listProjects"], "public"),
  },
  {
    title: "lists the projects of all owners",
    breaks: "The name of project owner.",
    respond: ignoring(["listProjects"], "owner"),
  },
  {
    title: "sends details of projects that are not requested",
    breaks: "Bool value indicating whether return detailed information of the project",
    respond: ignoring(["listProjects"], "with_detail"),
  },
  {
    title: "ignores the query of labels",
    breaks: "Query string to query resources.",
    respond: ignoring(["ListLabels"], "q"),
  },
  { title: "ignores the order of labels", breaks: SORT, respond: ignoring(["ListLabels"], "sort") },
  {
    title: "sorts robots upwards when the order is reversed",
    breaks: SORT,
    respond: reading(["ListRobot"], ["sort"], (sort) => sort.replaceAll("-", "")),
  },
  { title: "lists labels of all scopes", breaks: "The label scope.", respond: ignoring(["ListLabels"], "scope") },
  {
    title: "lists the labels of all projects",
    breaks: "Relevant project ID",
    respond: async (request, next, context) =>
      request.query.has("scope") ? next() : ignoring(["ListLabels"], "project_id")(request, next, context),
  },
  {
    title: "ignores which member is searched",
    breaks: "The entity name to search.",
    respond: ignoring(["listProjectMembers"], "entityname"),
  },
  {
    title: "lists the quotas of all projects",
    breaks: "The reference id of quota.",
    respond: ignoring(["listQuotas"], "reference_id"),
  },
  {
    title: "sorts quotas upwards only",
    breaks: "Here '-' stands for descending order",
    respond: reading(["listQuotas"], ["sort"], (sort) => sort.replace(/^-/, "")),
  },
  {
    title: "counts the labels of the page only",
    breaks: "The total count of available items",
    respond: inHeader(["ListLabels"], "X-Total-Count", (_, { body }) => {
      const items: unknown[] = JSON.parse(String(body));
      return String(items.length);
    }),
  },
  {
    title: "sends the count of robots as a word",
    breaks: "The total count of robot accounts",
    respond: inHeader(["ListRobot"], "X-Total-Count", () => "many"),
  },
  {
    title: "leads from each page of projects to the first one",
    breaks: "Link refers to the previous page and next page",
    respond: inHeader(["listProjects"], "Link", (link) => link.replaceAll(/([?&]page)=\d+/g, "$1=1")),
  },
  {
    title: "sends the ids of labels as texts",
    breaks: "The ID of the label",
    respond: showing(["GetLabelByID", "ListLabels"], (row) => ({ ...row, id: String(row.id) })),
  },
  {
    title: "sends the times of projects in another form",
    breaks: "#/components/schemas/Project/properties/creation_time",
    respond: showing(["getProject"], (row) => ({
      ...row,
      creation_time: new Date(String(row.creation_time)).toUTCString(),
    })),
  },
  {
    title: "sends the types of events as one text",
    breaks: "#/components/schemas/WebhookPolicy/properties/event_types",
    respond: showing(["GetWebhookPolicyOfProject"], (row) => ({ ...row, event_types: String(row.event_types) })),
  },
  {
    title: "sends whether a project can be deleted as a text",
    breaks: "Whether the project can be deleted.",
    respond: showing(["getProjectDeletable"], (row) => ({ ...row, deletable: row.deletable === true ? "yes" : "no" })),
  },
  {
    title: "sends the limits of quotas with their units",
    breaks: "#/components/schemas/Quota/properties/hard",
    respond: showing(["getQuota", "listQuotas"], (row) => ({ ...row, hard: { storage: "10 GiB" } })),
  },
  {
    title: "sends null for robots without a description",
    breaks: "#/components/schemas/Robot/properties/description",
    respond: showing(["GetRobotByID"], (row) => ({ ...row, description: row.description || null })),
  },
  {
    title: "shows the first label for each id",
    breaks: "This endpoint let user get the label by specific ID.",
    respond: async (request, next, { operation, state }) => {
      const [first] = state.rows("label");
      return next(operation === "GetLabelByID" && first ? { ...request, path: `/labels/${first.id}` } : request);
    },
  },
  {
    title: "sends an empty robot for an unknown id",
    breaks: "This endpoint returns specific robot account information by robot ID.",
    respond: toValid(["GetRobotByID"], ({ state, named }) => (state.find("robot", named) ? undefined : json(200, {}))),
  },
  {
    title: "fails for unknown members",
    breaks: "Not found. The requested resource does not exist.",
    respond: toValid(["getProjectMember"], ({ state, named }) => (state.find("member", named) ? undefined : CRASH)),
  },
  {
    title: "fails for labels without a description",
    breaks: "#/components/schemas/Label",
    respond: crashesFor(["CreateLabel"], ({ sent }) => !sent.description),
  },
  {
    title: "fails for pages of projects after the last one",
    breaks: "The page number",
    respond: crashesFor(["listProjects"], ({ query, state }) => {
      const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("page_size") ?? 10)];
      return page > 1 && (page - 1) * size >= state.rows("project").length;
    }),
  },
  {
    title: "fails for descriptions of policies that are not ASCII",
    breaks: "The description of webhook policy.",
    respond: crashesFor(["CreateWebhookPolicyOfProject", "UpdateWebhookPolicyOfProject"], ({ sent }) =>
      // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
      /[^\x00-\x7f]/.test(String(sent.description ?? "")),
    ),
  },
  {
    title: "accepts names of projects that are too long",
    breaks: "#/components/schemas/ProjectReq/properties/project_name",
    ignores: ({ operation, keyword }) => operation === "createProject" && keyword === "maxLength",
  },
  {
    title: "accepts page sizes that are too large",
    breaks: "#/components/parameters/pageSize",
    ignores: ({ operation, place }) => operation === "ListLabels" && place === "page_size",
  },
  {
    title: "accepts texts as limits of quotas",
    breaks: "#/components/schemas/ResourceList",
    ignores: ({ operation, kind }) => operation === "updateQuota" && kind === "body",
  },
  {
    title: "accepts unknown levels of robots",
    breaks: "The level of the robot, project or system",
    respond: accepting("CreateRobot", "level", ["project", "system"], "system"),
  },
  {
    title: "accepts unknown roles of members",
    breaks: "The role id 1 for projectAdmin, 2 for developer, 3 for guest, 4 for maintainer",
    respond: accepting("createProjectMember", "role_id", [1, 2, 3, 4], 3),
  },
  {
    title: "confirms creations of labels with 202",
    breaks: "#/paths/~1labels/post/responses",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "CreateLabel" && isSuccess(response) ? { ...response, status: 202 } : response;
    },
  },
  {
    title: "creates robots without a body",
    breaks: "The response for robot account creation.",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "CreateRobot" && isSuccess(response)
        ? empty(201, { Location: response.headers.Location ?? "" })
        : response;
    },
  },
  {
    title: "confirms creations of robots with another name",
    breaks: "#/components/schemas/RobotCreated/properties/name",
    respond: inData(["CreateRobot"], (row, { state }) => ({
      ...Object(row),
      name: state.rows("robot")[0]?.name ?? "",
    })),
  },
  {
    title: "sends numbers in locations although names are requested",
    breaks: "When X-Resource-Name-In-Location is true, the Location will return the name of the resource.",
    respond: async (request, next, { operation }) => {
      const { "x-resource-name-in-location": _, ...headers } = request.headers;
      return next(operation === "createProject" ? { ...request, headers } : request);
    },
  },
  {
    title: "sends the id of another request",
    breaks: "The ID of the corresponding request for the response",
    respond: inHeader(["updateProject", "deleteProject"], "X-Request-Id", () => "7d1cbb26"),
  },
  {
    title: "lists members under unknown roles",
    breaks: "#/components/schemas/ProjectMemberEntity/properties/role_id",
    respond: listing(["listProjectMembers"], (rows) => rows.map((row) => ({ ...row, role_id: "developer" }))),
  },
];
