import { asObject, type JsonObject } from "#openapi/document/document.js";
import { isSuccess, jsonOf } from "../../change.js";
import { empty, json, type Variation } from "../../service.js";
import { finishExport } from "../finish-export.js";
import { lists } from "../listing.js";
import { idIn, projectIdIn } from "../paths.js";
import { type ArchiveState, archiveProblem, tagOf } from "../state.js";

/** A project as it was, and until when a server shows it so. */
interface OldProject {
  project: JsonObject | undefined;
  tag: string;
  until: number;
}

const oldProjects = new WeakMap<ArchiveState, Map<number, OldProject>>();

/** The notes that a server lists. */
const oldNotes = new WeakMap<ArchiveState, ArchiveState["notes"]>();

/** The deleted projects of a server. */
const deleted = new WeakMap<ArchiveState, Map<number, JsonObject>>();

/** Servers whose changes show later, or whose data is other data, which archive.yaml allows. */
export const LEGAL_LATER: Variation<ArchiveState>[] = [
  // Exports.
  {
    title: "has done an export at once",
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      const last = [...state.exports.values()].at(-1);
      if (operation !== "startExport" || !isSuccess(response) || !last) return response;
      finishExport(state, last);
      return json(202, { data: last.job }, response.headers);
    },
  },
  {
    title: "has done an export at the sixth read",
    respond: (request, next, { operation, state, memory }) => {
      const id = idIn(request);
      const found = state.exports.get(id);
      const reads = (memory.get(id) ?? 0) + 1;
      if (operation === "getExport") memory.set(id, reads);
      if (found && operation === "getExport" && reads <= 3) found.reads = 0;
      return next();
    },
    waits: true,
  },
  {
    title: "finds an export 300 ms after its start",
    respond: async (request, next, { operation, memory }) => {
      const response = await next();
      const id = idIn(request);
      if (operation === "startExport" && isSuccess(response)) {
        memory.set(String(response.headers.Location).split("/")[2] ?? "", Date.now() + 300);
      }
      const isEarly = operation === "getExport" && (memory.get(id) ?? 0) > Date.now();
      return isEarly && isSuccess(response) ? archiveProblem(404, "Not yet.") : response;
    },
    waits: true,
  },
  // Eventual consistency.
  {
    title: "shows and lists a created project 400 ms later",
    respond: async (request, next, context) => {
      const { operation, memory } = context;
      const isHidden = (id: unknown) => (memory.get(String(id)) ?? 0) > Date.now();
      if (operation === "listProjects") {
        return lists(operation, { select: (all) => all.filter(({ id }) => !isHidden(id)) })(request, next, context);
      }
      const response = await next();
      if (!isSuccess(response)) return response;
      const { id } = asObject(asObject(jsonOf(response)).data);
      if (operation === "createProject") memory.set(String(id), Date.now() + 400);
      return operation === "getProject" && isHidden(id) ? archiveProblem(404, "Not yet.") : response;
    },
    waits: true,
  },
  {
    title: "shows a changed project, and its new ETag, 300 ms later",
    respond: async (request, next, { operation = "", state }) => {
      const copies = oldProjects.get(state) ?? new Map<number, OldProject>();
      oldProjects.set(state, copies);
      const id = projectIdIn(request);
      const old = { project: state.projects.get(id), tag: tagOf(id, state.versions.get(id) ?? 0) };
      const response = await next();
      const copy = copies.get(id);
      if (/^(replace|update)Project$/.test(operation) && isSuccess(response) && old.project) {
        const { project, tag } = copy && copy.until > Date.now() ? copy : old;
        copies.set(id, { project, tag, until: Date.now() + 300 });
      }
      const isStale = copy !== undefined && copy.until > Date.now() && state.projects.has(id);
      if (operation !== "getProject" || response.status >= 400 || !isStale) return response;
      const isKnown = request.headers["if-none-match"]?.includes(copy.tag);
      return isKnown ? empty(304, { ETag: copy.tag }) : json(200, { data: copy.project }, { ETag: copy.tag });
    },
    waits: true,
  },
  {
    title: "lists notes from a copy that is 300 ms old",
    respond: (request, next, context) => {
      const notes = new Map(context.state.notes);
      setTimeout(() => oldNotes.set(context.state, notes), 300);
      const copy = oldNotes.get(context.state) ?? notes;
      if (!oldNotes.has(context.state)) oldNotes.set(context.state, notes);
      return lists("listNotes", {
        select: (_, request) => [...copy.values()].filter(({ projectId }) => projectId === projectIdIn(request)),
      })(request, next, context);
    },
    waits: true,
  },
  // Deletion.
  {
    title: "still shows a deleted project, with the moment of its deletion, and does not list it",
    respond: async (request, next, { operation, state }) => {
      const known = deleted.get(state) ?? new Map<number, JsonObject>();
      deleted.set(state, known);
      const id = projectIdIn(request);
      const project = state.projects.get(id);
      const response = await next();
      if (operation === "deleteProject" && isSuccess(response) && project) known.set(id, project);
      const gone = operation === "getProject" && response.status === 404 ? known.get(id) : undefined;
      if (!gone) return response;
      const data = { ...gone, status: "archived", deletedAt: "2026-11-23T10:00:00Z" };
      return json(200, { data }, { ETag: tagOf(id, 0) });
    },
  },
  // Other data.
  {
    title: "has no projects, notes, files and covers at first",
    prepare: (state) => {
      for (const map of [state.projects, state.notes, state.files, state.covers]) map.clear();
    },
  },
  {
    title: "numbers new projects from four quadrillions",
    prepare: (state) => {
      state.lastProject = 4_000_000_000_000_000;
    },
  },
  {
    title: "has other clients, which create and change projects meanwhile",
    respond: (_, next, { state, count }) => {
      const [template] = state.projects.values();
      const id = 500_000 + count;
      if (template && count % 3 === 0) {
        const moment = new Date(Date.now() - 1).toISOString();
        state.projects.set(id, { ...template, id, name: `Other ${count}`, createdAt: moment, updatedAt: moment });
        state.versions.set(id, 1);
        state.projects.delete(id - 6);
      }
      return next();
    },
  },
  {
    title: "responds to each fortieth request with 503 and Retry-After",
    respond: (_, next, { count }) => (count % 40 === 0 ? empty(503, { "Retry-After": "1" }) : next()),
    waits: true,
  },
];
