import { asObject } from "#openapi/document/document.js";
import { changeJson, isSuccess, without } from "../../../change.js";
import { json } from "../../../service.js";
import { type Fault, ignoring, reading } from "../../variations.js";
import { TYPES } from "../content.js";
import { namesOf, rowsWith } from "../rows.js";
import { counting, crashesFor, inBody, listing, namedRow, sending, showing, toValid } from "./variations.js";

const SORT = "Sort order, ascending (`asc`) or descending (`desc`).";
const TOTAL = "The total number of artifacts that matched the query";

/** Faults of lists, which one exchange shows. */
const OF_LISTS: Fault[] = [
  {
    title: "ignores the limit of groups",
    breaks: "The number of groups to return.",
    respond: reading(["listGroups"], ["limit"], () => "50"),
  },
  {
    title: "sends one artifact more than the limit",
    breaks: "The number of artifacts to return.",
    respond: reading(["listArtifactsInGroup"], ["limit"], (limit) => String(Number(limit) + 1)),
  },
  {
    title: "sends 30 artifacts if no limit is requested",
    breaks: "The number of artifacts to return. Defaults to 20.",
    respond: async (request, next, { operation, violation }) => {
      if (operation !== "searchArtifacts" || request.query.has("limit") || (await violation())) return next();
      const query = new URLSearchParams(request.query);
      query.set("limit", "30");
      return next({ ...request, query });
    },
  },
  { title: "ignores the order of groups", breaks: SORT, respond: ignoring(["listGroups"], "order", "orderby") },
  { title: "sorts versions upwards only", breaks: SORT, respond: ignoring(["listArtifactVersions"], "order") },
  {
    title: "sorts found artifacts by their ids only",
    breaks: "The field to sort by.",
    respond: ignoring(["searchArtifacts"], "orderby"),
  },
  {
    title: "ignores which name is searched",
    breaks: "Filter by artifact name.",
    respond: ignoring(["searchArtifacts"], "name"),
  },
  {
    title: "ignores which description is searched",
    breaks: "Filter by description.",
    respond: ignoring(["searchArtifacts"], "description"),
  },
  {
    title: "finds the artifacts of all groups",
    breaks: "Filter by artifact group.",
    respond: ignoring(["searchArtifacts"], "groupId"),
  },
  {
    title: "finds artifacts of all types",
    breaks: "Filter by artifact type (`AVRO`, `JSON`, etc).",
    respond: ignoring(["searchArtifacts"], "artifactType"),
  },
  {
    title: "finds artifacts with other ids",
    breaks: "Filter by artifactId.",
    respond: ignoring(["searchArtifacts"], "artifactId"),
  },
  {
    title: "ignores which labels are searched",
    breaks: "Filter by one or more name/value label.",
    respond: ignoring(["searchArtifacts"], "labels"),
  },
  {
    title: "counts versions although no count is wanted",
    breaks: "When true, the total count is not computed and count will be 0 in the response.",
    respond: ignoring(["listArtifactVersions"], "skipCount"),
  },
  {
    title: "counts the found artifacts of the page only",
    breaks: TOTAL,
    respond: counting(["searchArtifacts"], (_, items) => items.length),
  },
  {
    title: "counts one group too many",
    breaks: "The total number of groups that matched the query",
    respond: counting(["listGroups"], (count) => count + 1),
  },
];

/** Faults of responses, which one exchange shows. */
const OF_RESPONSES: Fault[] = [
  {
    title: "sends the count of branches as a text",
    breaks: "#/components/schemas/BranchSearchResults/properties/count",
    respond: counting(["listBranches"], String),
  },
  {
    title: "sends the times of groups in another form",
    breaks: "#/components/schemas/GroupMetaData/properties/createdOn",
    respond: showing(["getGroupById"], (row) => ({ ...row, createdOn: new Date(String(row.createdOn)).toUTCString() })),
  },
  {
    title: "sends the times of comments as numbers",
    breaks: "#/components/schemas/Comment/properties/createdOn",
    respond: showing(["getArtifactVersionComments", "addArtifactVersionComment"], (row) => ({
      ...row,
      createdOn: Date.parse(String(row.createdOn)),
    })),
  },
  {
    title: "sends the labels of artifacts as a list",
    breaks: "User-defined name-value pairs.",
    respond: showing(["getArtifactMetaData"], (row) => ({ ...row, labels: Object.keys(asObject(row.labels ?? {})) })),
  },
  {
    title: "sends null for groups without a description",
    breaks: "#/components/schemas/GroupMetaData/properties/description",
    respond: showing(["getGroupById"], (row) => ({ ...row, description: row.description ?? null })),
  },
  {
    title: "sends artifacts without their types",
    breaks: "#/components/schemas/SearchedArtifact/properties/artifactType",
    respond: listing(["listArtifactsInGroup"], (rows) => rows.map((row) => without(row, "artifactType"))),
  },
  {
    title: "sends states in small letters",
    breaks: "#/components/schemas/VersionState",
    respond: showing(["getArtifactVersionState"], ({ state }) => ({ state: String(state).toLowerCase() })),
  },
  {
    title: "lists rules with their configurations",
    breaks: "Returns the names of the rules configured for the group.",
    respond: inBody(["listGroupRules"], (names) => [names].flat().map((ruleType) => ({ ruleType, config: "FULL" }))),
  },
  {
    title: "shows the first group for each id",
    breaks: "Returns a group using the specified id.",
    respond: async (request, next, { operation, state }) => {
      const [first] = state.rows("group");
      const path = `/groups/${encodeURIComponent(String(first?.groupId))}`;
      return next(operation === "getGroupById" && first ? { ...request, path } : request);
    },
  },
  {
    title: "sends an empty role mapping for an unknown principal",
    breaks: "No role mapping for the `principalId` exists (HTTP error `404`)",
    respond: toValid(["getRoleMapping"], (sent) => (namedRow(sent.state, "role", sent) ? undefined : json(200, {}))),
  },
  {
    title: "lists no versions for an unknown artifact",
    breaks: "No artifact with this `artifactId` exists (HTTP error `404`)",
    respond: toValid(["listArtifactVersions"], (sent) =>
      namedRow(sent.state, "artifact", sent) ? undefined : json(200, { count: 0, versions: [] }),
    ),
  },
  {
    title: "confirms creations of groups with 201",
    breaks: "#/paths/~1groups/post/responses",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "createGroup" && isSuccess(response) ? { ...response, status: 201 } : response;
    },
  },
  {
    title: "confirms creations of versions with the name of the first one",
    breaks: "#/components/schemas/VersionMetaData/properties/version",
    respond: showing(["createArtifactVersion"], (row, { state }) => {
      const [first] = rowsWith(state, "version", namesOf(row));
      return { ...row, version: first?.version ?? "" };
    }),
  },
  {
    title: "confirms changes of rules with the configuration before",
    breaks: "Rule configuration was updated.",
    respond: async (request, next, { operation, state, violation }) => {
      if (operation !== "updateGroupRuleConfig" || (await violation())) return next();
      const [, , groupId = "", , ruleType = ""] = request.path.split("/").map(decodeURIComponent);
      const config = rowsWith(state, "rule", { groupId, ruleType })[0]?.config ?? "";
      const response = await next();
      return isSuccess(response) ? changeJson(response, (body) => ({ ...asObject(body), config })) : response;
    },
  },
];

/** Faults that some requests meet, which one exchange shows. */
const OF_REQUESTS: Fault[] = [
  {
    title: "fails for unknown comments",
    breaks: "No comment with this `commentId` exists (HTTP error `404`)",
    respond: crashesFor(
      ["updateArtifactVersionComment", "deleteArtifactVersionComment"],
      ({ state, commentId }) => rowsWith(state, "comment", { commentId }).length === 0,
    ),
  },
  {
    title: "fails for groups without a description",
    breaks: "#/components/schemas/CreateGroup",
    respond: crashesFor(["createGroup"], ({ sent }) => sent.description === undefined),
  },
  {
    title: "fails for offsets after the last role mapping",
    breaks: "The number of role mappings to skip before starting the result set.",
    respond: crashesFor(
      ["listRoleMappings"],
      ({ query, state }) => Number(query.get("offset") ?? 0) > state.rows("role").length,
    ),
  },
  {
    title: "fails for descriptions of artifacts that are not ASCII",
    breaks: "#/components/schemas/CreateArtifact/properties/description",
    respond: crashesFor(["createArtifact", "updateArtifactMetaData"], ({ sent }) =>
      // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
      /[^\x00-\x7f]/.test(String(sent.description ?? "")),
    ),
  },
  {
    title: "accepts unknown types of artifacts",
    breaks: "An invalid `ArtifactType` was indicated (HTTP error `400`)",
    respond: sending(["createArtifact"], (sent) => {
      const isUsual = sent.artifactType == null || TYPES.includes(String(sent.artifactType));
      return isUsual ? sent : { ...sent, artifactType: "JSON" };
    }),
  },
  {
    title: "accepts empty contents of versions",
    breaks: "Provided content (request body) was empty (HTTP error `400`)",
    respond: sending(["createArtifactVersion"], (sent) => {
      const content = asObject(sent.content ?? {});
      return content.content === "" ? { ...sent, content: { ...content, content: "{}" } } : sent;
    }),
  },
  {
    title: "accepts unknown roles of principals",
    breaks: "#/components/schemas/RoleType",
    ignores: ({ operation, place }) => operation === "createRoleMapping" && place === "/role",
  },
  {
    title: "accepts ids of branches with other characters",
    breaks: "#/components/schemas/BranchId",
    ignores: ({ operation, keyword }) => operation === "createBranch" && keyword === "pattern",
  },
  {
    title: "accepts rules without a configuration",
    breaks: "#/components/schemas/CreateRule",
    ignores: ({ operation, keyword }) => operation === "createGroupRule" && keyword === "required",
  },
  {
    title: "accepts labels of groups that are not texts",
    breaks: "Name and value must be strings.",
    ignores: ({ operation, place }) => operation === "createGroup" && place.startsWith("/labels/"),
  },
  {
    title: "accepts comments without a value",
    breaks: "#/components/schemas/NewComment",
    ignores: ({ operation, kind }) => operation === "addArtifactVersionComment" && kind === "body",
  },
];

export const FAULTS_OF_ONE: Fault[] = [...OF_LISTS, ...OF_RESPONSES, ...OF_REQUESTS];
