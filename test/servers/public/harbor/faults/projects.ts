import { asObject } from "#openapi/document/document.js";
import { without } from "../../../change.js";
import { type Fault, stillShowing } from "../../variations.js";
import { quotaOf } from "../projects.js";
import { failed } from "../rows.js";
import {
  after,
  alsoBefore,
  deletingBefore,
  forgets,
  keeping,
  keepingFields,
  listing,
  notListingNew,
  projectOf,
  rowIn,
  toValid,
  withAll,
} from "./variations.js";

const needsTwo = true;

const METADATA = "#/paths/~1projects~1{project_name_or_id}~1metadatas~1";
const CREATES = "This endpoint is for user to create a new project.";
const UPDATES = "This endpoint is aimed to update the properties of a project.";
const DELETES = "This endpoint is aimed to delete project by project ID.";

/** Faults of projects, their metadata and their quotas, which need two exchanges. */
export const PROJECT_FAULTS: Fault[] = [
  { title: "forgets new projects", breaks: CREATES, needsTwo, respond: forgets("createProject") },
  {
    title: "stores projects without their metadata",
    breaks: "#/components/schemas/ProjectReq/properties/metadata",
    needsTwo,
    respond: keeping(["createProject"], "project", (row) => ({ ...row, metadata: { public: "false" } })),
  },
  {
    title: "cuts the names of stored projects after five characters",
    breaks: "The name of the project.",
    needsTwo,
    respond: keeping(["createProject"], "project", (row) => ({ ...row, name: String(row.name).slice(0, 5) })),
  },
  {
    title: "ignores the storage limit of new projects",
    breaks: "The storage quota of the project.",
    needsTwo,
    respond: keeping(["createProject"], "quota", (row) => ({ ...row, hard: { storage: -1 } })),
  },
  {
    title: "stores all new projects as public ones",
    breaks: "The public status of the project.",
    needsTwo,
    respond: keeping(["createProject"], "project", (row) => ({
      ...row,
      metadata: { ...asObject(row.metadata ?? {}), public: "true" },
    })),
  },
  {
    title: "stores projects without the items of their allowlists",
    breaks: "#/components/schemas/ProjectReq/properties/cve_allowlist",
    needsTwo,
    respond: keeping(["createProject"], "project", (row) => ({
      ...row,
      cve_allowlist: { ...asObject(row.cve_allowlist ?? {}), items: [] },
    })),
  },
  {
    title: "does not list new projects",
    breaks: "This endpoint returns projects created by Harbor.",
    needsTwo,
    ...notListingNew("listProjects", "project", "project_id"),
  },
  {
    title: "finds projects by their numbers only",
    breaks: "The name or id of the project",
    needsTwo,
    respond: toValid(["getProject"], ({ project }) =>
      /^\d+$/.test(project) ? undefined : failed(404, "project not found"),
    ),
  },
  { title: "forgets changes of projects", breaks: UPDATES, needsTwo, respond: forgets("updateProject") },
  {
    title: "gives the metadata of a changed project to the project before as well",
    breaks: UPDATES,
    needsTwo,
    respond: alsoBefore(["updateProject"], "project", (row, _, { metadata = {} }) => ({ ...row, metadata })),
  },
  {
    title: "moves the time of creation of projects that are changed",
    breaks: "The creation time of the project.",
    needsTwo,
    respond: keeping(["updateProject"], "project", (row) => ({ ...row, creation_time: row.update_time ?? "" })),
  },
  {
    title: "keeps the storage limit of projects that are changed",
    breaks: "The storage quota of the project.",
    needsTwo,
    respond: after(["updateProject"], (done) => {
      const quota = quotaOf(done.before, projectOf(done));
      if (quota) done.state.put("quota", String(quota.id), quota);
    }),
  },
  { title: "deletes no project", breaks: DELETES, needsTwo, respond: forgets("deleteProject") },
  {
    title: "still lists deleted projects",
    breaks: DELETES,
    needsTwo,
    respond: stillShowing("deleteProject", ["listProjects"], "project"),
  },
  {
    title: "deletes the project before as well",
    breaks: DELETES,
    needsTwo,
    respond: deletingBefore("deleteProject", "project"),
  },
  {
    title: "omits a project between two pages",
    breaks: "The page number",
    needsTwo,
    respond: listing(["listProjects"], (rows, { query }) =>
      Number(query.get("page") ?? 1) > 1 ? rows.slice(1) : rows,
    ),
  },
  {
    title: "counts deleted projects",
    breaks: "The total count of projects",
    needsTwo,
    respond: async (_, next, { operation, memory }) => {
      const response = await next();
      const deleted = memory.get("deleted") ?? 0;
      if (operation === "deleteProject" && response.status === 200) memory.set("deleted", deleted + 1);
      const count = response.headers["X-Total-Count"];
      if (operation !== "listProjects" || count === undefined) return response;
      return { ...response, headers: { ...response.headers, "X-Total-Count": String(Number(count) + deleted) } };
    },
  },
  {
    title: "adds no metadata",
    breaks: `${METADATA}/post`,
    needsTwo,
    respond: forgets("addProjectMetadatas"),
  },
  {
    title: "replaces all metadata by the added ones",
    breaks: `${METADATA}/post`,
    needsTwo,
    respond: keeping(["addProjectMetadatas"], "project", (row, { sent }) => ({ ...row, metadata: sent })),
  },
  {
    title: "adds metadata to the project before as well",
    breaks: `${METADATA}/post`,
    needsTwo,
    respond: alsoBefore(["addProjectMetadatas"], "project", (row, { sent }) => ({
      ...row,
      metadata: { ...asObject(row.metadata ?? {}), ...sent },
    })),
  },
  {
    title: "keeps the value of metadata that are updated",
    breaks: "Update the specific metadata for the specific project",
    needsTwo,
    respond: forgets("updateProjectMetadata"),
  },
  {
    title: "deletes no metadata",
    breaks: "Delete the specific metadata for the specific project",
    needsTwo,
    respond: forgets("deleteProjectMetadata"),
  },
  {
    title: "deletes all metadata of a project with one",
    breaks: "Delete the specific metadata for the specific project",
    needsTwo,
    respond: keeping(["deleteProjectMetadata"], "project", (row) => ({ ...row, metadata: {} })),
  },
  {
    title: "keeps the limits of quotas that are changed",
    breaks: "Update hard limits of the specified quota",
    needsTwo,
    respond: keepingFields("updateQuota", "quota", "hard"),
  },
  {
    title: "stores new limits of quotas as what is used too",
    breaks: "#/components/schemas/Quota/properties/used",
    needsTwo,
    respond: keeping(["updateQuota"], "quota", (row) => ({ ...row, used: row.hard ?? {} })),
  },
  {
    title: "gives the limits of a changed quota to all quotas",
    breaks: "Update hard limits of the specified quota",
    needsTwo,
    respond: withAll(["updateQuota"], "quota", (row, _, { hard = {} }) => ({ ...row, hard })),
  },
  {
    title: "removes the members of a project that is changed",
    breaks: UPDATES,
    needsTwo,
    respond: after(["updateProject"], (done) => {
      const { id } = rowIn(done, "project") ?? {};
      for (const row of done.state.rows("member")) if (row.project_id === id) done.state.remove("member", row.id ?? 0);
    }),
  },
  {
    title: "shows projects without their metadata in the list",
    breaks: "Bool value indicating whether return detailed information of the project",
    needsTwo,
    respond: listing(["listProjects"], (rows) => rows.map((row) => without(row, "metadata"))),
  },
];
