import { asObject, type Json } from "#openapi/document/document.js";
import { inValidRequests, isSuccess, jsonOf } from "../../change.js";
import type { ServedRequest, Variation } from "../../service.js";
import { projectIdIn } from "../paths.js";
import { type ArchiveState, archiveProblem, storeProject } from "../state.js";

const PROJECT_WRITES = ["createProject", "replaceProject", "updateProject"];
const OWNERS = ["0a4c7d52-51f3-4b7e-9a64-3f1f6b1c2d01", "5be1f0c9-7c55-4d0a-8a55-90c7e0f4ab02"];
const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** Rejects valid requests to some operations, by a rule that archive.yaml leaves open. */
function rejects(
  title: string,
  operations: readonly string[],
  status: number,
  applies: (request: ServedRequest, state: ArchiveState) => boolean,
): Variation<ArchiveState> {
  return {
    title,
    respond: async (request, next, { operation = "", state, violation }) =>
      operations.includes(operation) && applies(request, state) && !(await violation())
        ? archiveProblem(status, "A rule of this server forbids it.")
        : next(),
  };
}

/** The texts of a body with a change. */
function withTexts(body: Json, change: (text: string) => string): Json {
  return Object.fromEntries(
    Object.entries(asObject(body)).map(([name, value]) => [
      name,
      ["name", "description", "text"].includes(name) && typeof value === "string" ? change(value) : value,
    ]),
  );
}

/** Servers with rules of their own, which archive.yaml leaves open. */
export const LEGAL_RULES: Variation<ArchiveState>[] = [
  // Rejections.
  rejects("rejects owners that it does not know with 422", PROJECT_WRITES, 422, (request) => {
    const { ownerId } = asObject(jsonOf(request));
    return ownerId !== undefined && !OWNERS.includes(String(ownerId).toLowerCase());
  }),
  rejects("rejects a second project of the same name with 409", ["createProject"], 409, (request, { projects }) => {
    const { name } = asObject(jsonOf(request));
    return [...projects.values()].some((each) => each.name === name);
  }),
  rejects(
    "rejects due dates before today with 422",
    ["createProject", "replaceProject"],
    422,
    (request) => Date.parse(String(asObject(jsonOf(request)).dueOn)) < Date.now() - 86_400_000,
  ),
  rejects(
    "rejects names and notes that are not ASCII with 400",
    [...PROJECT_WRITES, "createNote", "updateNote"],
    400,
    (request) => /[^\x20-\x7e\s]/.test(String(request.body)),
  ),
  rejects("rejects patches of the owner of a project with 403", ["updateProject"], 403, ({ body }) =>
    String(body).includes("ownerId"),
  ),
  rejects(
    "rejects notes for archived projects with 409",
    ["createNote"],
    409,
    (request, { projects }) => projects.get(projectIdIn(request))?.status === "archived",
  ),
  rejects(
    "rejects a second export of a project with 409 while one is running",
    ["startExport"],
    409,
    (request, { exports }) =>
      [...exports.values()].some(({ job }) => job.projectId === projectIdIn(request) && job.status === "running"),
  ),
  rejects(
    "rejects covers in PNG without the signature of PNG with 422",
    ["putCover"],
    422,
    ({ headers, body }) => headers["content-type"] === "image/png" && !body.subarray(0, 8).equals(SIGNATURE),
  ),
  rejects(
    "rejects files and covers of more than 1000 bytes with 413",
    ["uploadFile", "putCover"],
    413,
    ({ body }) => body.length > 1000,
  ),
  rejects("lets this key delete no project, and responds with 403", ["deleteProject"], 403, () => true),
  rejects("lets this key delete no file, and responds with 403", ["deleteFile"], 403, () => true),
  rejects(
    "deletes no active project, and responds with 409",
    ["deleteProject"],
    409,
    (request, { projects }) => projects.get(projectIdIn(request))?.status === "active",
  ),
  // Values.
  {
    title: "trims texts and joins their spaces",
    respond: inValidRequests([...PROJECT_WRITES, "createNote", "updateNote"], (body) =>
      asObject(withTexts(body, (text) => text.trim().replace(/\s+/g, " ") || "-")),
    ),
  },
  {
    title: "writes names in capitals",
    respond: inValidRequests(["createProject", "replaceProject"], (body) =>
      asObject(withTexts(body, (text) => text.toUpperCase().slice(0, 80))),
    ),
  },
  {
    title: "sorts tags, and rounds budgets to whole numbers above zero",
    respond: inValidRequests(["createProject", "replaceProject"], (body) => ({
      ...body,
      ...(Array.isArray(body.tags) ? { tags: body.tags.toSorted() } : {}),
      ...(typeof body.budget === "number" ? { budget: Math.max(1, Math.round(body.budget)) } : {}),
    })),
  },
  {
    title: "creates a project with a name and an owner of its own choice without a body",
    respond: async (request, next, { operation, violation }) => {
      const isEmpty = operation === "createProject" && request.body.length === 0 && !(await violation());
      if (!isEmpty) return next();
      const body = Buffer.from(JSON.stringify({ name: "Untitled", ownerId: OWNERS[0] ?? "" }));
      return next({ ...request, headers: { ...request.headers, "content-type": "application/json" }, body });
    },
  },
  {
    title: "changes nothing by a patch or a replacement without a body, and sends the project",
    respond: async (request, next, { operation = "", state, violation }) => {
      const isEmpty = /^(update|replace)Project$/.test(operation) && request.body.length === 0;
      const isKnown = state.projects.has(projectIdIn(request)) && request.headers["if-match"] === undefined;
      return isEmpty && isKnown && !(await violation()) ? next({ ...request, method: "GET" }) : next();
    },
  },
  {
    title: "activates a project when its export is started",
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      const project = state.projects.get(projectIdIn(request));
      if (operation === "startExport" && isSuccess(response) && project) {
        const { id: _, createdAt: __, updatedAt: ___, ...values } = project;
        storeProject(state, { ...values, status: "active" }, project);
      }
      return response;
    },
  },
];
