import { randomUUID } from "node:crypto";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { inBodies, isSuccess, jsonOf, within } from "../../change.js";
import { json, type ServedResponse, type Variation } from "../../service.js";
import { idIn, projectIdIn } from "../paths.js";
import { type ArchiveState, archiveProblem, projectFields, storeProject, TOKEN } from "../state.js";
import { after, inRequests } from "./after.js";

/** The object in the envelope of a response. */
function dataOf(response: ServedResponse): JsonObject {
  return asObject(asObject(jsonOf(response)).data);
}

/** Changes what is stored of a created or replaced project. The response stays as it is. */
function stores(operation: string, change: (project: JsonObject, before: JsonObject) => JsonObject) {
  return after([operation], ({ response, state, before }) => {
    const id = Number(dataOf(response).id);
    state.projects.set(id, change(state.projects.get(id) ?? {}, before.projects.get(id) ?? {}));
    return undefined;
  });
}

const OPTIONAL = ["description", "priority", "budget", "dueOn", "tags", "settings"];

/** Servers whose creations and replacements of projects do not do what archive.yaml says. */
const WRITE_FAULTS: Variation<ArchiveState>[] = [
  // Creation.
  {
    title: "forgets created projects",
    needsTwo: true,
    respond: after(["createProject"], ({ response, state }) => {
      state.projects.delete(Number(dataOf(response).id));
      return undefined;
    }),
  },
  {
    title: "sends the address of the project before in Location of a creation",
    needsTwo: true,
    respond: after(["createProject"], ({ response, before }) => ({
      ...response,
      headers: { ...response.headers, Location: `/projects/${[...before.projects.keys()].at(-1) ?? 1}` },
    })),
  },
  {
    title: "stores the first 20 characters of the name of a new project",
    needsTwo: true,
    respond: stores("createProject", (project) => ({ ...project, name: `${project.name}`.slice(0, 20) })),
  },
  {
    title: "stores a new project as a draft, whatever status it confirms",
    needsTwo: true,
    respond: stores("createProject", (project) => ({ ...project, status: "draft" })),
  },
  {
    title: "creates two projects for each creation",
    needsTwo: true,
    respond: after(["createProject"], ({ response, state }) => {
      storeProject(state, projectFields(dataOf(response)));
      return undefined;
    }),
  },
  {
    title: "stores a project that it rejects because it has no owner",
    needsTwo: true,
    respond: async (_, next, { operation, state, violation }) => {
      const found = operation === "createProject" ? await violation() : undefined;
      if (found?.kind === "body" && found.keyword === "required") {
        storeProject(state, { name: "Untitled", ownerId: "0a4c7d52-51f3-4b7e-9a64-3f1f6b1c2d01" });
      }
      return next();
    },
  },
  {
    title: "has no notes for projects that are created",
    needsTwo: true,
    respond: async (request, next, { operation }) => {
      const response = await next();
      const isNew = operation === "createNote" && isSuccess(response) && projectIdIn(request) > 13;
      return isNew ? archiveProblem(404, "The project does not exist.") : response;
    },
  },
  // Replacement.
  {
    title: "does not store replacements",
    needsTwo: true,
    respond: stores("replaceProject", (_, before) => before),
  },
  {
    title: "keeps the optional values of a project that is replaced without them",
    needsTwo: true,
    respond: after(["replaceProject"], ({ request, response, state, before }) => {
      const id = projectIdIn(request);
      const old = Object.entries(before.projects.get(id) ?? {}).filter(([name]) => OPTIONAL.includes(name));
      const data = { ...Object.fromEntries(old), ...state.projects.get(id) };
      state.projects.set(id, data);
      return json(200, { data }, response.headers);
    }),
  },
  {
    title: "stores a replacement under a new id, and keeps the old project",
    needsTwo: true,
    respond: after(["replaceProject"], ({ request, response, state, before }) => {
      const id = projectIdIn(request);
      state.projects = new Map(before.projects);
      state.versions.set(id, before.versions.get(id) ?? 1);
      storeProject(state, projectFields(dataOf(response)));
      return undefined;
    }),
  },
  {
    title: "creates a project by a replacement of an unknown one, and calls it 200",
    needsTwo: true,
    respond: async (request, next, { operation, state, violation }) => {
      const id = projectIdIn(request);
      const isUnknown = operation === "replaceProject" && !state.projects.has(id) && request.body.length > 0;
      if (isUnknown && !(await violation())) {
        storeProject(state, {}, { id, createdAt: new Date().toISOString() });
      }
      return next();
    },
  },
  {
    title: "stores the name of a replacement that it rejects with 400",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      const project = state.projects.get(projectIdIn(request));
      const { name } = asObject(jsonOf(request));
      const isRejected = operation === "replaceProject" && response.status === 400;
      const isName = typeof name === "string" && name.length > 0 && name.length <= 80;
      if (isRejected && project && isName) storeProject(state, { ...project, name }, project);
      return response;
    },
  },
  {
    title: "stores a patch in the project before the requested one",
    needsTwo: true,
    respond: after(["updateProject"], ({ request, state, before }) => {
      const ids = [...before.projects.keys()];
      const other = before.projects.get(ids[ids.indexOf(projectIdIn(request)) - 1] ?? 0);
      const patched = state.projects.get(projectIdIn(request)) ?? {};
      if (!other) return undefined;
      state.projects = new Map(before.projects);
      storeProject(state, projectFields(patched), other);
      return undefined;
    }),
  },
];

/** Servers whose deletions, notes and reads do not do what archive.yaml says. */
const OTHER_FAULTS: Variation<ArchiveState>[] = [
  // Deletion.
  {
    title: "deletes no project",
    needsTwo: true,
    respond: after(["deleteProject"], ({ state, before }) => {
      state.projects = before.projects;
      return undefined;
    }),
  },
  {
    title: "deletes the project before the requested one",
    needsTwo: true,
    respond: after(["deleteProject"], ({ request, state, before }) => {
      const ids = [...before.projects.keys()];
      const other = ids.at(ids.indexOf(projectIdIn(request)) - 1) ?? 0;
      state.projects = new Map([...before.projects].filter(([id]) => id !== other));
      return undefined;
    }),
  },
  {
    title: "keeps the notes of a deleted project",
    needsTwo: true,
    respond: after(["deleteProject"], ({ state, before }) => {
      state.notes = before.notes;
      return undefined;
    }),
  },
  {
    title: "deletes a project although it responds with 401",
    needsTwo: true,
    respond: async (request, next, { operation, violation }) => {
      const response = await next();
      if (operation === "deleteProject" && (await violation())?.kind === "credentials") {
        await next({ ...request, headers: { ...request.headers, authorization: `Bearer ${TOKEN}` } });
      }
      return response;
    },
  },
  {
    title: "deletes all notes of the project of a deleted note",
    needsTwo: true,
    respond: after(["deleteNote"], ({ request, state, before }) => {
      const deleted = before.notes.get(idIn(request));
      state.notes = new Map([...before.notes].filter(([, { projectId }]) => projectId !== deleted?.projectId));
      return undefined;
    }),
  },
  {
    title: "fails with 500 for a note that was deleted before",
    respond: async (request, next, { operation, memory, violation }) => {
      if (operation === "deleteNote" && memory.has(idIn(request)) && !(await violation())) {
        return archiveProblem(500, "Cannot read properties of undefined");
      }
      const response = await next();
      if (operation === "deleteNote" && isSuccess(response)) memory.set(idIn(request), 1);
      return response;
    },
  },
  // Notes.
  {
    title: "sends an address in Location of a note that leads to no resource",
    needsTwo: true,
    respond: after(["createNote"], ({ request, response }) => ({
      ...response,
      headers: { ...response.headers, Location: `${request.path}/${dataOf(response).id}` },
    })),
  },
  {
    title: "sends an id of a created note that it does not find",
    needsTwo: true,
    respond: after(["createNote"], ({ response }) => {
      const id = randomUUID();
      return json(201, { data: { ...dataOf(response), id } }, { Location: `/notes/${id}` });
    }),
  },
  {
    title: "gives the next note of a project the id of the one before, which it replaces",
    needsTwo: true,
    respond: after(["createNote"], ({ request, state, before }) => {
      const created = [...state.notes.values()].at(-1);
      const own = [...before.notes.values()].filter(({ projectId }) => projectId === projectIdIn(request));
      const id = String(own.at(-1)?.id ?? created?.id);
      state.notes = new Map([...before.notes, [id, { ...created, id }]]);
      return json(201, { data: { ...created, id } }, { Location: `/notes/${id}` });
    }),
  },
  {
    title: "shows every note as one of the first project",
    needsTwo: true,
    respond: inBodies(["getNote"], (body) => within(body, "data", (note) => ({ ...note, projectId: 1 }))),
  },
  {
    title: "shows each note as it was when it was first retrieved",
    needsTwo: true,
    respond: after(["getNote"], ({ request, response, state }) => {
      const shown = caches.get(state) ?? new Map<string, ServedResponse>();
      caches.set(state, shown);
      const first = shown.get(request.path) ?? response;
      shown.set(request.path, first);
      return first;
    }),
  },
  // Reads.
  {
    title: "shows the first project for the id of the fifth",
    respond: inRequests("getProject", (request, { projects }) =>
      projectIdIn(request) === 5 && projects.has(5) && projects.has(1)
        ? { ...request, path: "/projects/1" }
        : undefined,
    ),
  },
];

/** The responses that a server keeps for later requests. */
const caches = new WeakMap<ArchiveState, Map<string, ServedResponse>>();

/** Servers that each break a relation between a request for a project or note and a later one. */
export const PROJECT_FAULTS: Variation<ArchiveState>[] = [...WRITE_FAULTS, ...OTHER_FAULTS];
