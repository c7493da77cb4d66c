import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { mediaTypeOf } from "#http/media-type.js";
import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { Subject } from "../run.js";
import {
  empty,
  json,
  type ReadRequest,
  Rejection,
  type ServedRequest,
  type ServedResponse,
  type Service,
} from "../service.js";
import { finishExport } from "./finish-export.js";
import { jsonPatch, mergePatch, operationsOfPatch } from "./patches.js";
import { isValidProject } from "./project-schema.js";
import { selectedProjects } from "./selected-projects.js";
import {
  type ArchiveState,
  archiveProblem,
  BASIC,
  currentTag,
  foundExport,
  foundFile,
  foundNote,
  foundProject,
  neededBody,
  now,
  projectFields,
  seed,
  storeFile,
  storeProject,
  TOKEN,
} from "./state.js";
import { attachment, uploadedPart } from "./uploads.js";

/** A page of a list, as its query requests it. */
function paged({ query }: ReadRequest, items: readonly JsonObject[]): ServedResponse {
  const page = Number(query.page ?? 1);
  const perPage = Number(query.perPage ?? 10);
  const start = (page - 1) * perPage;
  return json(200, { data: items.slice(start, start + perPage), meta: { total: items.length, page, perPage } });
}

function shownProject(state: ArchiveState, project: JsonObject): ServedResponse {
  return json(200, { data: project }, { ETag: currentTag(state, project) });
}

/** The tags of a list without what makes them weak (RFC 9110, 8.8.3.2). */
function opaqueTags(header: string): string[] {
  return header.match(/"[^"]*"/g) ?? [];
}

/** The project that a request is to change. Its `If-Match` must have the current tag (RFC 9110, 13.1.1). */
function projectToChange(request: ReadRequest, state: ArchiveState): JsonObject {
  const project = foundProject(request, state);
  const wanted = request.header["If-Match"];
  if (wanted === undefined || wanted === "*") return project;
  const strong = String(wanted).replace(/W\/"[^"]*"/g, "");
  if (!opaqueTags(strong).includes(currentTag(state, project))) throw new Rejection(412, "The project has changed.");
  return project;
}

function patched(project: JsonObject, body: Json, { headers }: ServedRequest): JsonObject {
  if (mediaTypeOf(headers["content-type"] ?? "") !== "application/json-patch+json") {
    return projectFields(asObject(mergePatch(project, body)));
  }
  const result = jsonPatch(project, operationsOfPatch(body));
  if (!isValidProject(result)) throw new Rejection(422, "The result is not a project.");
  const values = projectFields(result);
  const { id = null, createdAt = null, updatedAt = null } = project;
  if (!isDeepStrictEqual(result, { ...values, id, createdAt, updatedAt })) {
    throw new Rejection(422, "The patch changes fields that a client cannot change.");
  }
  return values;
}

const ARCHIVE: Service<ArchiveState> = {
  file: "archive/archive.yaml",
  createState: seed,
  isAuthorized: (_, { headers }) => [`Bearer ${TOKEN}`, BASIC].includes(headers.authorization ?? ""),
  reject: archiveProblem,
  handlers: {
    listProjects: (request, state) => paged(request, selectedProjects(request, state)),
    createProject(request, state) {
      const project = storeProject(state, projectFields(neededBody(request)));
      const headers = { Location: `/projects/${project.id}`, ETag: currentTag(state, project) };
      return json(201, { data: project }, headers);
    },
    getProject(request, state) {
      const project = foundProject(request, state);
      const ETag = currentTag(state, project);
      const known = String(request.header["If-None-Match"] ?? "");
      if (known === "*" || opaqueTags(known).includes(ETag)) return empty(304, { ETag });
      return shownProject(state, project);
    },
    replaceProject(request, state) {
      const before = projectToChange(request, state);
      return shownProject(state, storeProject(state, projectFields(neededBody(request)), before));
    },
    updateProject(request, state, served) {
      const before = projectToChange(request, state);
      if (request.body === undefined) throw new Rejection(400, "The body is missing.");
      return shownProject(state, storeProject(state, patched(before, request.body, served), before));
    },
    deleteProject(request, state) {
      const id = Number(projectToChange(request, state).id);
      state.projects.delete(id);
      state.covers.delete(id);
      for (const [noteId, { projectId }] of state.notes) if (projectId === id) state.notes.delete(noteId);
      return empty(204);
    },
    listNotes(request, state) {
      const { id } = foundProject(request, state);
      return paged(
        request,
        [...state.notes.values()].filter(({ projectId }) => projectId === id),
      );
    },
    createNote(request, state) {
      const projectId = Number(foundProject(request, state).id);
      const id = randomUUID();
      const note = { pinned: false, ...neededBody(request), id, projectId, createdAt: now(state) };
      state.notes.set(id, note);
      return json(201, { data: note }, { Location: `/notes/${id}` });
    },
    getNote: (request, state) => json(200, { data: foundNote(request, state) }),
    updateNote(request, state) {
      const note = foundNote(request, state);
      const data = mergePatch(note, neededBody(request));
      state.notes.set(String(note.id), asObject(data));
      return json(200, { data });
    },
    deleteNote(request, state) {
      state.notes.delete(String(foundNote(request, state).id));
      return empty(204);
    },
    startExport(request, state) {
      const projectId = Number(foundProject(request, state).id);
      const { format = "json", includeNotes } = asObject(request.body);
      const job = { id: randomUUID(), projectId, format, status: "running", createdAt: now(state) };
      state.exports.set(job.id, { job, reads: 0, includeNotes: includeNotes === true });
      return json(202, { data: job }, { Location: `/exports/${job.id}` });
    },
    getExport(request, state) {
      const found = foundExport(request, state);
      found.reads += 1;
      if (found.reads > 2 && found.job.status === "running") finishExport(state, found);
      return json(200, { data: found.job });
    },
    getCover(request, state) {
      const cover = state.covers.get(Number(foundProject(request, state).id));
      if (!cover) return archiveProblem(404, "The project has no cover.");
      return { status: 200, headers: { "Content-Type": cover.type }, body: cover.bytes };
    },
    putCover(request, state, { headers, body }) {
      const id = Number(foundProject(request, state).id);
      if (body.length === 0) throw new Rejection(400, "The body is missing.");
      const isFirst = !state.covers.has(id);
      state.covers.set(id, { type: mediaTypeOf(headers["content-type"] ?? ""), bytes: body });
      return empty(isFirst ? 201 : 204);
    },
    listFiles: (request, state) =>
      paged(
        request,
        [...state.files.values()].map(({ file }) => file),
      ),
    uploadFile(request, state, served) {
      const title = neededBody(request).title ?? "";
      const { name, ...content } = uploadedPart(served, "file");
      const id = randomUUID();
      const data = storeFile(state, { id, title, name, createdAt: now(state) }, content);
      return json(201, { data }, { Location: `/files/${id}` });
    },
    getFile: (request, state) => json(200, { data: foundFile(request, state).file }),
    deleteFile(request, state) {
      state.files.delete(String(foundFile(request, state).file.id));
      return empty(204);
    },
    getFileContent(request, state) {
      const { file, bytes } = foundFile(request, state);
      const headers = {
        "Content-Type": String(file.contentType),
        "Content-Disposition": attachment(String(file.name)),
      };
      return { status: 200, headers, body: bytes };
    },
  },
};

/** An API of documents: optional bodies, entity tags, patches, jobs and files. A run knows none of its ids. */
export const archive: Subject<ArchiveState> = { service: ARCHIVE, key: TOKEN, values: {}, settle: 700, allowed: [] };
