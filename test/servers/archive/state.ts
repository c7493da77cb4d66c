import { asObject, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedResponse } from "../service.js";

/** Bytes with their media type. */
export interface Content {
  type: string;
  bytes: Buffer;
}

/** A file: what the API shows of it, and its bytes. */
interface StoredFile {
  file: JsonObject;
  bytes: Buffer;
}

/** An export, and how often it was shown. */
export interface ExportJob {
  job: JsonObject;
  reads: number;
  includeNotes: boolean;
}

/** The data of a server of archive.yaml. Each map has the oldest entry first. */
export interface ArchiveState {
  projects: Map<number, JsonObject>;
  /** How often each project was changed. */
  versions: Map<number, number>;
  notes: Map<string, JsonObject>;
  exports: Map<string, ExportJob>;
  files: Map<string, StoredFile>;
  /** By project. */
  covers: Map<number, Content>;
  lastProject: number;
  /** The last moment that was written, in milliseconds. No two changes have the same one. */
  clock: number;
}

export const TOKEN = "archive-token-2718";
export const BASIC = `Basic ${btoa("archivist:five-shelves")}`;

/** The fields of a project that a client sets. */
const PROJECT_FIELDS = "name ownerId status description priority budget dueOn tags settings".split(" ");

const OWNERS = ["0a4c7d52-51f3-4b7e-9a64-3f1f6b1c2d01", "5be1f0c9-7c55-4d0a-8a55-90c7e0f4ab02"];
const STATUSES = ["draft", "active", "archived"];
const NAMES = "Maps Letters Diaries Plans Stamps Atlas Posters Coins Sketches Ledgers Photos Songs Herbs".split(" ");
const NOTES_BY_PROJECT = [1, 1, 1, 1, 2, 2, 2, 5, 5];

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** An error of archive.yaml. */
export function archiveProblem(status: number, detail: string): ServedResponse {
  const title = PROBLEM_TITLES[status] ?? "The request failed.";
  const headers = {
    "Content-Type": "application/problem+json",
    ...(status === 401 ? { "WWW-Authenticate": 'Bearer realm="archive", Basic realm="archive"' } : {}),
  };
  return json(status, { type: "about:blank", title, status, detail }, headers);
}

const PROBLEM_TITLES: Record<number, string> = {
  400: "The request is invalid.",
  401: "Credentials are required.",
  404: "Nothing is here.",
  409: "The request conflicts with the resource.",
  412: "The version is not the current one.",
  415: "The media type is not supported.",
  422: "The request cannot be fulfilled.",
};

/** The data of a new server: 13 projects, 9 notes, 2 files, 2 covers. */
export function seed(): ArchiveState {
  const projects = NAMES.map((name, index): [number, JsonObject] => {
    const id = index + 1;
    const createdAt = `2026-09-${String(id).padStart(2, "0")}T08:15:30.000Z`;
    const updatedAt = `2026-10-${String(28 - id).padStart(2, "0")}T17:00:00.000Z`;
    const [status = null, ownerId = null] = [STATUSES[index % 3], OWNERS[index % 2]];
    const usual = { name, ownerId, status, description: `${name} of the town.`, priority: (index % 5) + 1 };
    const further = { budget: 120.5 * id, dueOn: "2027-03-31", tags: ["paper", `box-${id}`] };
    const settings = { color: "#3366cc", visibility: "team" };
    return [id, { ...usual, ...(index % 4 === 3 ? {} : { ...further, settings }), id, createdAt, updatedAt }];
  });
  const notes = NOTES_BY_PROJECT.map((projectId, index): [string, JsonObject] => {
    const id = `9d3a1b7e-20c4-4f6e-8b1d-0000000${String(10_001 + index)}`;
    const createdAt = `2026-10-0${index + 1}T12:00:00.000Z`;
    const text = `Note ${index + 1} on shelf ${projectId}.`;
    return [id, { id, projectId, text, authorEmail: `clerk${index}@example.com`, pinned: index % 3 === 0, createdAt }];
  });
  const state: ArchiveState = {
    projects: new Map(projects),
    versions: new Map(projects.map(([id]) => [id, 1])),
    notes: new Map(notes),
    exports: new Map(),
    files: new Map(),
    covers: new Map(),
    lastProject: projects.length,
    clock: 0,
  };
  const createdAt = "2026-10-11T12:00:00.000Z";
  const texts = [
    ["e1f6a3d0-90b4-4c11-a2b7-6f0d1c000001", "Index of the shelves", "index.csv", "text/csv", "shelf,box\n1,4\n"],
    ["e1f6a3d0-90b4-4c11-a2b7-6f0d1c000002", "House rules", "rules.txt", "text/plain", "Wear gloves.\n"],
  ] as const;
  for (const [id, title, name, type, text] of texts) {
    storeFile(state, { id, title, name, createdAt }, { type, bytes: Buffer.from(text) });
  }
  state.covers.set(1, { type: "image/png", bytes: Buffer.from(PNG, "base64") });
  state.covers.set(2, { type: "application/octet-stream", bytes: Buffer.from([0, 255, 13, 10, 128]) });
  return state;
}

/** The current moment, later than every moment before. */
export function now(state: ArchiveState): string {
  state.clock = Math.max(Date.now(), state.clock + 1);
  return new Date(state.clock).toISOString();
}

/** Stores a file. */
export function storeFile({ files }: ArchiveState, shown: JsonObject, { type, bytes }: Content): JsonObject {
  const file = { ...shown, contentType: type, size: bytes.length };
  files.set(String(shown.id), { file, bytes });
  return file;
}

/** The fields of a body that a project has. Others are ignored. */
export function projectFields(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => PROJECT_FIELDS.includes(name)));
}

/** Stores a new project, or other values of a project. */
export function storeProject(state: ArchiveState, values: JsonObject, before?: JsonObject): JsonObject {
  const updatedAt = now(state);
  if (!before) state.lastProject += 1;
  const { id, createdAt } = before ?? { id: state.lastProject, createdAt: updatedAt };
  const project = { status: "draft", ...values, id: Number(id), createdAt: String(createdAt), updatedAt };
  state.projects.set(project.id, project);
  state.versions.set(project.id, (state.versions.get(project.id) ?? 0) + 1);
  return project;
}

/** The entity tag of a version of a project. */
export function tagOf(id: number, version: number): string {
  return `"p${id}-v${version}"`;
}

/** The current entity tag of a project. */
export function currentTag({ versions }: ArchiveState, { id }: JsonObject): string {
  return tagOf(Number(id), versions.get(Number(id)) ?? 0);
}

/** The project that a path names. */
export function foundProject({ path }: ReadRequest, { projects }: ArchiveState): JsonObject {
  return found(projects.get(Number(path.projectId)), "project");
}

/** The note that a path names. */
export function foundNote({ path }: ReadRequest, { notes }: ArchiveState): JsonObject {
  return found(notes.get(idOf(path.noteId)), "note");
}

/** The file that a path names. */
export function foundFile({ path }: ReadRequest, { files }: ArchiveState): StoredFile {
  return found(files.get(idOf(path.fileId)), "file");
}

/** The export that a path names. */
export function foundExport({ path }: ReadRequest, { exports }: ArchiveState): ExportJob {
  return found(exports.get(idOf(path.exportId)), "export");
}

/** UUIDs are compared without their case (RFC 9562, 4). */
function idOf(value: unknown): string {
  return String(value).toLowerCase();
}

function found<Value>(value: Value | undefined, kind: string): Value {
  if (value === undefined) throw new Rejection(404, `The ${kind} does not exist.`);
  return value;
}

/** The body of a request whose body is optional in the document, although the service needs it. */
export function neededBody({ body }: ReadRequest): JsonObject {
  if (body === undefined) throw new Rejection(400, "The body is missing.");
  return asObject(body);
}
