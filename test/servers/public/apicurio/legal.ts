import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { changeJson, everywhere, inEveryResponse, isSuccess, without } from "../../change.js";
import type { Variation } from "../../service.js";
import { seededTime, type Tables } from "../tables.js";
import { keeping, sending, showing, toValid } from "./faults/variations.js";
import { added, failed, rowsWith } from "./rows.js";

const READS = [
  ...["getGroupById", "getArtifactMetaData", "getArtifactVersionMetaData", "getBranchMetaData", "getRoleMapping"],
  ...["getGroupRuleConfig", "getArtifactVersionState", "createGroup", "createArtifactVersion", "createBranch"],
];
const LISTS = [
  ...["listGroups", "listArtifactsInGroup", "searchArtifacts", "listArtifactVersions", "listBranches"],
  ...["listBranchVersions", "listRoleMappings"],
];
const TABLES = ["comment", "branch", "version", "artifact", "rule", "role", "group"];

const CONFIGS: Readonly<Record<string, RegExp>> = {
  VALIDITY: /^(NONE|SYNTAX_ONLY|FULL)$/,
  COMPATIBILITY: /^(NONE|(BACKWARD|FORWARD|FULL)(_TRANSITIVE)?)$/,
  INTEGRITY: /^(NONE|FULL|REFS_EXIST|NO_DUPLICATES|ALL_REFS_MAPPED)$/,
};

const inValues = (change: (value: Json) => Json) =>
  inEveryResponse((response) => changeJson(response, (body) => everywhere(body, change)));

function trimmed(sent: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, typeof value === "string" ? value.trim() : (value ?? null)]),
  );
}

/** Empties the fields that a change does not send. */
function replaced(row: JsonObject, sent: JsonObject, ...names: string[]): JsonObject {
  const kept = without(row, ...names.filter((name) => sent[name] == null));
  return "labels" in kept || !names.includes("labels") ? kept : { ...kept, labels: {} };
}

/** Servers that follow apicurio.yaml in other ways than the service. No run may fail. */
export const APICURIO_LEGAL: Variation<Tables>[] = [
  {
    title: "sends fields in another order",
    respond: inValues((value) => (isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value)),
  },
  { title: "sends further fields", respond: showing(READS, (row) => ({ ...row, revision: 3, links: [] })) },
  {
    title: "sends no labels where there are none",
    respond: inValues((value) =>
      isObject(value) && Object.keys(asObject(value.labels ?? {})).length === 0 ? without(value, "labels") : value,
    ),
  },
  {
    title: "sends times without milliseconds",
    respond: inValues((value) => (typeof value === "string" ? value.replace(/(T[\d:]+)\.\d+Z$/, "$1Z") : value)),
  },
  {
    title: "creates groups automatically",
    respond: async (request, next, { operation, state, violation }) => {
      if (operation !== "createArtifact" || (await violation())) return next();
      const groupId = decodeURIComponent(request.path.split("/")[2] ?? "");
      const isKnown = rowsWith(state, "group", { groupId }).length > 0;
      const row = isKnown ? undefined : added(state, "group", { groupId, labels: {} });
      const response = await next();
      if (row && !isSuccess(response)) state.remove("group", row.id ?? 0);
      return response;
    },
  },
  {
    title: "allows no deletion of groups, artifacts and versions",
    respond: toValid(["deleteGroupById", "deleteArtifact", "deleteArtifactVersion"], () =>
      failed(405, "The deletion is disabled."),
    ),
  },
  {
    title: "empties the metadata of groups that a change does not send",
    respond: keeping(["updateGroupById"], "group", (row, { sent }) => replaced(row, sent, "description", "labels")),
  },
  {
    title: "empties the metadata of versions that a change does not send",
    respond: keeping(["updateArtifactVersionMetaData"], "version", (row, { sent }) =>
      replaced(row, sent, "name", "description", "labels"),
    ),
  },
  {
    title: "rejects invalid values with 422",
    respond: inEveryResponse((response) =>
      response.status === 400
        ? changeJson({ ...response, status: 422 }, (body) => ({ ...asObject(body), status: 422 }))
        : response,
    ),
  },
  {
    title: "rejects configurations that rules do not have",
    respond: toValid(["createGroupRule", "updateGroupRuleConfig"], ({ ruleType, sent }) => {
      const allowed = CONFIGS[ruleType || String(sent.ruleType)];
      return allowed?.test(String(sent.config)) === false ? failed(400, "The configuration is invalid.") : undefined;
    }),
  },
  {
    title: "rejects limits above 500",
    respond: toValid(LISTS, ({ query }) =>
      Number(query.get("limit") ?? 20) > 500 ? failed(400, "The limit is too large.") : undefined,
    ),
  },
  {
    title: "takes spaces from both ends of names, descriptions and comments",
    respond: sending(
      [
        ...["createGroup", "updateGroupById", "createArtifact", "updateArtifactMetaData", "createBranch"],
        ...["addArtifactVersionComment", "updateArtifactVersionComment", "updateArtifactVersionMetaData"],
      ],
      trimmed,
    ),
  },
  {
    title: "lists the newest artifacts first, unless an order is requested",
    respond: async (request, next, context) => {
      const isOrdered = request.query.has("order") || request.query.has("orderby");
      const isMeant = ["listArtifactsInGroup", "searchArtifacts"].includes(context.operation ?? "");
      if (isOrdered || !isMeant || (await context.violation())) return next();
      const query = new URLSearchParams(request.query);
      query.set("orderby", "createdOn");
      query.set("order", "desc");
      return next({ ...request, query });
    },
  },
  {
    title: "finds artifacts by parts of their names",
    respond: async (request, next, { operation, violation }) => {
      const name = request.query.get("name");
      if (operation !== "searchArtifacts" || name === null || (await violation())) return next();
      const query = new URLSearchParams(request.query);
      query.delete("name");
      query.set("offset", "0");
      query.set("limit", "10000");
      const [offset, limit] = [Number(request.query.get("offset") ?? 0), Number(request.query.get("limit") ?? 20)];
      if (offset < 0 || limit < 0) return next();
      return changeJson(await next({ ...request, query }), (body) => {
        const found = asList(asObject(body).artifacts ?? []).filter((row) =>
          String(asObject(row).name ?? "").includes(name),
        );
        const count = request.query.get("skipCount") === "true" ? 0 : found.length;
        return { artifacts: found.slice(offset, offset + limit), count };
      });
    },
  },
  {
    title: "has no data at first",
    prepare: (state) => {
      for (const table of TABLES) for (const { id = 0 } of state.rows(table)) state.remove(table, id);
    },
  },
  {
    title: "has other clients, which add groups and artifacts meanwhile",
    respond: (_, next, { count, state }) => {
      const time = new Date(seededTime(30)).toISOString();
      const groupId = `other-${count}`;
      if (count % 30 === 0) added(state, "group", { groupId, labels: {} }, time);
      if (count % 50 === 0) {
        const artifact = { groupId: "billing", artifactId: groupId, artifactType: "JSON", labels: {} };
        added(state, "artifact", artifact, time);
      }
      return next();
    },
  },
];
