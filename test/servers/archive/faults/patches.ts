import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { jsonOf } from "../../change.js";
import { json, type ServedRequest, type Variation } from "../../service.js";
import { operationsOfPatch, type PatchOperation } from "../patches.js";
import { idIn, projectIdIn } from "../paths.js";
import { type ArchiveState, archiveProblem } from "../state.js";
import { after, inRequests, isJsonPatch } from "./after.js";

/** The operations of a request; none if it has no JSON Patch. */
function operationsIn(request: ServedRequest): PatchOperation[] {
  return isJsonPatch(request) ? operationsOfPatch(asList(jsonOf(request))) : [];
}

/** The fields of a request; none if it has no merge patch. */
function fieldsIn(request: ServedRequest): JsonObject {
  return isJsonPatch(request) ? {} : asObject(jsonOf(request));
}

/** Changes the operations of JSON Patches. */
function inJsonPatches(change: (operations: PatchOperation[], project: JsonObject) => PatchOperation[]) {
  return inRequests("updateProject", (request, { projects }) => {
    const operations = operationsIn(request);
    if (operations.length === 0) return undefined;
    const changed = change(operations, projects.get(projectIdIn(request)) ?? {});
    const body = changed.length > 0 ? changed : [{ op: "test", path: "/id", value: projectIdIn(request) }];
    return { ...request, body: Buffer.from(JSON.stringify(body)) };
  });
}

/** Changes what is stored of patched projects, and what the response shows unless it has to stay. */
function inPatched(
  change: (project: JsonObject, before: JsonObject, request: ServedRequest) => JsonObject | undefined,
  { isShown = true } = {},
) {
  return after(["updateProject"], ({ request, response, state, before }) => {
    const id = projectIdIn(request);
    const data = change(state.projects.get(id) ?? {}, before.projects.get(id) ?? {}, request);
    if (!data) return undefined;
    state.projects.set(id, data);
    return isShown ? json(200, { data }, response.headers) : response;
  });
}

/** A project that has a field only if it had it before. */
function withField(project: JsonObject, name: string, value: Json | undefined): JsonObject {
  const { [name]: _, ...others } = project;
  return value === undefined ? others : { ...others, [name]: value };
}

const isMissing = (project: JsonObject, path: string) => /^\/\w+$/.test(path) && !(path.slice(1) in project);

/** Servers that apply patches in another way than RFC 7396 and RFC 6902 do. */
export const PATCH_FAULTS: Variation<ArchiveState>[] = [
  // JSON Patch.
  {
    title: "responds to a JSON Patch with the changed project, and does not store it",
    needsTwo: true,
    respond: inPatched((_, before, request) => (isJsonPatch(request) ? before : undefined), { isShown: false }),
  },
  {
    title: "applies the first operation of a JSON Patch only",
    respond: inJsonPatches(([first]) => (first ? [first] : [])),
  },
  {
    title: "ignores the test operations of a JSON Patch",
    respond: inJsonPatches((all) => all.filter(({ op }) => op !== "test")),
  },
  {
    title: "moves a value and keeps its source",
    respond: inJsonPatches((all) => all.map((each) => (each.op === "move" ? { ...each, op: "copy" } : each))),
  },
  {
    title: "stores the first operation of a JSON Patch whose second one it rejects",
    needsTwo: true,
    respond: async (request, next, { operation }) => {
      const response = await next();
      const [first, second] = operation === "updateProject" ? operationsIn(request) : [];
      const isRejected = [409, 422].includes(response.status);
      if (isRejected && first && second) await next({ ...request, body: Buffer.from(JSON.stringify([first])) });
      return response;
    },
  },
  {
    title: "responds with 409 to a JSON Patch that begins with a test of the stored name",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const [first] = operation === "updateProject" ? operationsIn(request) : [];
      const { name } = state.projects.get(projectIdIn(request)) ?? {};
      const isTest = first?.op === "test" && first.path === "/name" && first.value === name;
      const response = await next();
      return isTest && response.status === 200 ? archiveProblem(409, "The name is another one.") : response;
    },
  },
  {
    title: "replaces the tag at an index to which a JSON Patch adds one",
    needsTwo: true,
    respond: inJsonPatches((all) =>
      all.map((each) => (each.op === "add" && /^\/tags\/\d+$/.test(each.path) ? { ...each, op: "replace" } : each)),
    ),
  },
  {
    title: "adds a field that a JSON Patch replaces although the project does not have it",
    needsTwo: true,
    respond: inJsonPatches((all, project) =>
      all.map((each) => (each.op === "replace" && isMissing(project, each.path) ? { ...each, op: "add" } : each)),
    ),
  },
  {
    title: "accepts a JSON Patch that removes a field that the project does not have",
    needsTwo: true,
    respond: inJsonPatches((all, project) =>
      all.filter(({ op, path }) => !(op === "remove" && isMissing(project, path))),
    ),
  },
  {
    title: "sends a project without a name after a JSON Patch removes it",
    respond: async (request, next, { operation }) => {
      const response = await next();
      const isRemoved = operationsIn(request).some(({ op, path }) => op === "remove" && path === "/name");
      if (operation !== "updateProject" || !isRemoved || response.status !== 422) return response;
      const rest = await next({ ...request, method: "GET", body: Buffer.from("") });
      const { name: _, ...data } = asObject(asObject(jsonOf(rest)).data);
      return { ...rest, body: JSON.stringify({ data }) };
    },
  },
  {
    title: "rejects every JSON Patch with 415",
    respond: async (request, next, { operation, violation }) =>
      operation === "updateProject" && isJsonPatch(request) && !(await violation())
        ? archiveProblem(415, "No JSON Patch.")
        : next(),
  },
  // Merge patches.
  {
    title: "sets the priority to 1 by a merge patch that does not have it",
    needsTwo: true,
    respond: inPatched((project, _, request) => {
      const isKept = "priority" in fieldsIn(request) || isJsonPatch(request) || project.priority === undefined;
      return isKept ? undefined : { ...project, priority: 1 };
    }),
  },
  {
    title: "removes the description by a merge patch that does not have it",
    needsTwo: true,
    respond: inPatched((project, _, request) =>
      isJsonPatch(request) || "description" in fieldsIn(request)
        ? undefined
        : withField(project, "description", undefined),
    ),
  },
  {
    title: "removes the other settings by a merge patch of one of them",
    needsTwo: true,
    respond: inPatched((project, before, request) => {
      const { settings } = fieldsIn(request);
      if (!isObject(settings) || !isObject(before.settings)) return undefined;
      const sent = Object.entries(settings).filter(([, value]) => value !== null);
      return { ...project, settings: Object.fromEntries(sent) };
    }),
  },
  {
    title: "stores the old value of a field that a merge patch removes by null, and does not show it in the response",
    needsTwo: true,
    respond: inPatched(
      (project, before, request) => {
        const names = Object.keys(fieldsIn(request)).filter((name) => fieldsIn(request)[name] === null);
        return names.reduce((value, name) => withField(value, name, before[name]), project);
      },
      { isShown: false },
    ),
  },
  {
    title: "shows null for a field that a merge patch removes",
    respond: inPatched((project, _, request) => {
      const nulls = Object.entries(fieldsIn(request)).filter(([, value]) => value === null);
      return nulls.length > 0 ? { ...project, ...Object.fromEntries(nulls) } : undefined;
    }),
  },
  {
    title: "adds the tags of a merge patch to the old ones",
    respond: inPatched((project, before, request) => {
      const { tags } = fieldsIn(request);
      const all = [...new Set([...asList(before.tags), ...asList(tags)])].slice(0, 5);
      return Array.isArray(tags) ? { ...project, tags: all } : undefined;
    }),
  },
  {
    title: "does not store a merge patch of a single field",
    needsTwo: true,
    respond: inPatched((_, before, request) => (Object.keys(fieldsIn(request)).length === 1 ? before : undefined), {
      isShown: false,
    }),
  },
  {
    title: "unpins a note by a merge patch of its text",
    needsTwo: true,
    respond: after(["updateNote"], ({ request, response, state }) => {
      const { pinned } = asObject(jsonOf(request));
      const data = { ...state.notes.get(idIn(request)), pinned: false };
      if (pinned !== undefined) return undefined;
      state.notes.set(idIn(request), data);
      return json(200, { data }, response.headers);
    }),
  },
  // Moments.
  {
    title: "moves `createdAt` at each patch",
    needsTwo: true,
    respond: inPatched((project) => ({ ...project, createdAt: project.updatedAt ?? null })),
  },
  {
    title: "keeps `updatedAt` when a project is patched",
    needsTwo: true,
    respond: inPatched((project, before) => ({ ...project, updatedAt: before.updatedAt ?? null })),
  },
];
