import { asObject } from "#openapi/document/document.js";
import { inBodies, inSuccesses, isSuccess, jsonOf, within } from "../../change.js";
import { accepts, sends } from "../../faults-of-requests.js";
import { json, type ServedResponse, type Variation } from "../../service.js";
import { idIn, projectIdIn } from "../paths.js";
import { type ArchiveState, archiveProblem, type Content } from "../state.js";
import { after } from "./after.js";

/** Changes the covers that are stored. */
function storesCover(change: (cover: Content, before: Content | undefined) => Content | undefined) {
  return after(["putCover"], ({ request, state, before }) => {
    const id = projectIdIn(request);
    const stored = state.covers.get(id);
    const changed = stored ? change(stored, before.covers.get(id)) : undefined;
    if (changed) state.covers.set(id, changed);
    else state.covers.delete(id);
    return undefined;
  });
}

/** Changes the bytes that an operation sends. */
function sendsBytes(operation: string, change: (bytes: Buffer) => Buffer) {
  return inSuccesses([operation], (response) => ({ ...response, body: change(Buffer.from(response.body)) }));
}

function withType(response: ServedResponse, type: string): ServedResponse {
  return { ...response, headers: { ...response.headers, "Content-Type": type } };
}

/** Changes what is shown of a file. */
const inFile = (operations: readonly string[], change: (file: ReturnType<typeof asObject>) => object) =>
  inBodies(operations, (body) => within(body, "data", (file) => asObject(change(file))));

/** Servers that lose or change the bytes of files and covers, or what is known of them. */
export const FILE_FAULTS: Variation<ArchiveState>[] = [
  // Covers.
  {
    title: "stores covers as UTF-8 text, which changes other bytes",
    needsTwo: true,
    respond: storesCover(({ type, bytes }) => ({ type, bytes: Buffer.from(bytes.toString("utf8")) })),
  },
  {
    title: "sends covers without their last byte",
    needsTwo: true,
    respond: sendsBytes("getCover", (bytes) => bytes.subarray(0, -1)),
  },
  {
    title: "sends every cover as application/octet-stream",
    needsTwo: true,
    respond: inSuccesses(["getCover"], (response) => withType(response, "application/octet-stream")),
  },
  {
    title: "has one cover for all projects",
    needsTwo: true,
    respond: after(["putCover"], ({ request, state }) => {
      const cover = state.covers.get(projectIdIn(request));
      if (cover) state.covers = new Map([...state.projects.keys()].map((id) => [id, cover]));
      return undefined;
    }),
  },
  {
    title: "keeps the first cover of a project when it is replaced",
    needsTwo: true,
    respond: storesCover((cover, before) => before ?? cover),
  },
  {
    title: "keeps the media type of the first cover when it is replaced by one of another type",
    needsTwo: true,
    respond: storesCover((cover, before) => ({ ...cover, type: before?.type ?? cover.type })),
  },
  { title: "forgets covers", needsTwo: true, respond: storesCover(() => undefined) },
  {
    title: "sends an empty image for a project that has no cover",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      const isMissing = operation === "getCover" && response.status === 404 && state.projects.has(projectIdIn(request));
      return isMissing ? { status: 200, headers: { "Content-Type": "image/png" }, body: "" } : response;
    },
  },
  sends("an uploaded cover with 200 and JSON", "putCover", () => json(200, { stored: true })),
  sends("covers as text", "getCover", (response) => withType(response, "text/plain")),
  accepts("a cover of another media type", { operation: "putCover", kind: "mediaType" }),
  // Files.
  {
    title: "replaces the bytes of files that are not ASCII by question marks",
    needsTwo: true,
    respond: sendsBytes("getFileContent", (bytes) => Buffer.from(bytes.map((byte) => (byte > 127 ? 63 : byte)))),
  },
  {
    title: "adds a line feed to the end of each file",
    needsTwo: true,
    respond: sendsBytes("getFileContent", (bytes) => Buffer.concat([bytes, Buffer.from("\n")])),
  },
  {
    title: "downloads each file as application/octet-stream, which it shows with another type",
    needsTwo: true,
    respond: inSuccesses(["getFileContent"], (response) => withType(response, "application/octet-stream")),
  },
  {
    title: "sends the bytes of a file in Base64 within JSON",
    needsTwo: true,
    respond: inSuccesses(["getFileContent"], ({ body, headers }) =>
      json(200, { content: Buffer.from(body).toString("base64") }, { ...headers, "Content-Type": "application/json" }),
    ),
  },
  {
    title: "sends the bytes of the first file for each file",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      const [first] = state.files.values();
      const isSent = operation === "getFileContent" && isSuccess(response) && first;
      return isSent && state.files.has(idIn(request)) ? { ...response, body: first.bytes } : response;
    },
  },
  {
    title: "stores the name of a file as its title, and confirms the title that was sent",
    needsTwo: true,
    respond: inFile(["getFile"], (file) => ({ ...file, title: file.name })),
  },
  {
    title: "sends the address of the file that was uploaded before in Location",
    needsTwo: true,
    respond: after(["uploadFile"], ({ response, before }) => ({
      ...response,
      headers: { ...response.headers, Location: `/files/${[...before.files.keys()].at(-1) ?? ""}` },
    })),
  },
  {
    title: "still sends the bytes of deleted files",
    needsTwo: true,
    respond: async (request, next, { operation, state, violation }) => {
      const { bytes } = state.files.get(idIn(request)) ?? {};
      const kept = leftovers.get(state) ?? new Map<string, ServedResponse>();
      leftovers.set(state, kept);
      if (operation === "getFileContent" && !(await violation())) return kept.get(idIn(request)) ?? next();
      const response = await next();
      if (operation === "deleteFile" && isSuccess(response) && bytes) {
        const headers = { "Content-Type": "text/plain", "Content-Disposition": "attachment" };
        kept.set(idIn(request), { status: 200, headers, body: bytes });
      }
      return response;
    },
  },
  {
    title: "finds uploaded files, but not their bytes",
    needsTwo: true,
    respond: async (request, next, { operation }) => {
      const response = await next();
      const isNew = operation === "getFileContent" && isSuccess(response) && !idIn(request).startsWith("e1f6a3d0");
      return isNew ? archiveProblem(404, "The bytes do not exist.") : response;
    },
  },
  {
    title: "counts the whole form in the size of an uploaded file",
    respond: async (request, next, context) =>
      inFile(["uploadFile"], (file) => ({ ...file, size: request.body.length }))(request, next, context),
  },
  {
    title: "shows every uploaded file as application/octet-stream",
    respond: after(["uploadFile"], ({ response }) => {
      const data = { ...asObject(asObject(jsonOf(response)).data), contentType: "application/octet-stream" };
      return json(201, { data }, response.headers);
    }),
  },
  sends("downloads without Content-Disposition", "getFileContent", ({ headers, ...response }) => ({
    ...response,
    headers: { "Content-Type": headers["Content-Type"] ?? "" },
  })),
];

/** The bytes of the deleted files of a server. */
const leftovers = new WeakMap<ArchiveState, Map<string, ServedResponse>>();
