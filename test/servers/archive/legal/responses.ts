import { posix } from "node:path";
import { asObject, isObject, type JsonObject } from "#openapi/document/document.js";
import {
  changeJson,
  everywhere,
  inBodies,
  inEveryResponse,
  inItems,
  inSuccesses,
  inValidQuery,
  isSuccess,
  jsonOf,
  type Respond,
  withAtMost,
  within,
} from "../../change.js";
import { empty, json, type Variation } from "../../service.js";
import { lists } from "../listing.js";
import { idIn } from "../paths.js";
import { type ArchiveState, archiveProblem } from "../state.js";

const PROJECT = ["createProject", "getProject", "replaceProject", "updateProject"];

/** Writes the addresses in Location in another way. */
const withLocation = (change: (location: string, path: string) => string) =>
  inEveryResponse((response, { path }) => {
    const { Location } = response.headers;
    return Location ? { ...response, headers: { ...response.headers, Location: change(Location, path) } } : response;
  });

/** Changes the projects in all responses. */
function inProjects(change: (project: JsonObject) => JsonObject): Respond<unknown> {
  const single = inBodies(PROJECT, (body) => within(body, "data", change));
  const list = inItems("listProjects", "data", (items) => items.map(change));
  return (request, next, context) =>
    single(request, async (changed) => list(changed ?? request, next, context), context);
}

/** Servers that respond in other ways, which archive.yaml allows. */
export const LEGAL_RESPONSES: Variation<ArchiveState>[] = [
  // Addresses.
  {
    title: "has absolute addresses with its public host in Location",
    respond: withLocation((location) => `https://archive.example.com${location}`),
  },
  {
    title: "has addresses in Location that are relative to the request",
    respond: withLocation((location, path) => posix.relative(posix.dirname(path), location)),
  },
  {
    title: "has the results of exports on another host",
    respond: inBodies(["getExport"], (body) =>
      within(body, "data", (job) =>
        "resultUrl" in job ? { ...job, resultUrl: `https://results.example.com${job.resultUrl}?key=a1` } : job,
      ),
    ),
  },
  // Statuses.
  {
    title: "changes projects with an empty 204",
    respond: inSuccesses(["updateProject"], ({ headers: { ETag = "" } }) => empty(204, { ETag })),
  },
  {
    title: "shows a note once more when it is deleted, with 200",
    respond: async (request, next, { operation, state }) => {
      const data = state.notes.get(idIn(request));
      const response = await next();
      return operation === "deleteNote" && isSuccess(response) && data ? json(200, { data }) : response;
    },
  },
  {
    title: "rejects wrong keys with 403, and missing ones with 401",
    respond: async (request, next) => {
      const response = await next();
      return response.status === 401 && request.headers.authorization
        ? archiveProblem(403, "This key is wrong.")
        : response;
    },
  },
  {
    title: "rejects invalid requests with 422 in place of 400 where archive.yaml has both",
    respond: async (_, next, { operation = "" }) => {
      const response = await next();
      const hasBoth = /^(createProject|(replace|update)Project|createNote|updateNote|uploadFile)$/.test(operation);
      return response.status === 400 && hasBoth ? archiveProblem(422, "No.") : response;
    },
  },
  // Bodies.
  {
    title: "has further fields in every object, some of them null",
    respond: inEveryResponse((response) =>
      changeJson(response, (body) =>
        everywhere(body, (value) => (isObject(value) ? { ...value, _links: { self: "/" }, revision: null } : value)),
      ),
    ),
  },
  {
    title: "has the fields of each object in the opposite order, and much white space",
    respond: inEveryResponse((response) => {
      const body = /json/.test(response.headers["Content-Type"] ?? "") ? jsonOf(response) : undefined;
      if (body === undefined) return response;
      const turned = everywhere(body, (value) =>
        isObject(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value,
      );
      return { ...response, body: JSON.stringify(turned, null, 4) };
    }),
  },
  {
    title: "writes moments in another time zone, without fractions of a second",
    respond: inProjects((project) => ({
      ...project,
      updatedAt: new Date(Date.parse(`${project.updatedAt}`) + 3_600_000).toISOString().replace(/\.\d+Z$/, "+01:00"),
    })),
  },
  {
    title: "explains problems in another language, with a type and further fields",
    respond: inEveryResponse((response) =>
      response.status < 400
        ? response
        : changeJson({ ...response, headers: { ...response.headers, "Content-Language": "fr" } }, (body) => ({
            ...asObject(body),
            title: "Échec",
            type: "https://e.example/invalid",
            errors: [],
            instance: "/1",
          })),
    ),
  },
  {
    title: "sends problems without type and detail",
    respond: inEveryResponse((response) =>
      response.status < 400
        ? response
        : changeJson(response, (body) => ({ title: "No", status: asObject(body).status ?? 400 })),
    ),
  },
  {
    title: "fails each second export",
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      const last = [...state.exports.values()].at(-1);
      if (operation === "startExport" && isSuccess(response) && last && state.exports.size % 2 === 0) {
        last.job = { ...last.job, status: "failed" };
      }
      return response;
    },
  },
  // Lists.
  {
    title: "has at most three projects on a page, and says so in meta",
    respond: withAtMost(3, "listProjects", { parameter: "perPage", usual: 10, maximum: 50 }),
  },
  {
    title: "lists the newest note first",
    respond: lists("listNotes", { select: (all) => all.toReversed() }),
  },
  {
    title: "shows the last page after the end, with its number in meta",
    respond: (request, next, context) => {
      const pages = Math.max(1, Math.ceil(context.state.files.size / Number(request.query.get("perPage") ?? 10)));
      const last = inValidQuery("listFiles", (query) => {
        if (Number(query.get("page")) > pages) query.set("page", String(pages));
      });
      return last(request, next, context);
    },
  },
  {
    title: "rejects pages after the end with 400",
    respond: async (_, next, { operation }) => {
      const response = await next();
      const { data, meta } = asObject(jsonOf(response));
      const isAfter = Array.isArray(data) && data.length === 0 && Number(asObject(meta).page) > 1;
      return operation === "listProjects" && isAfter ? archiveProblem(400, "There is no such page.") : response;
    },
  },
  // Files.
  { title: "sends downloads and other bodies in chunks", write: "chunked" },
  { title: "compresses downloads and other bodies if the client accepts gzip", write: "gzip" },
  {
    title: "sends downloads with their length, ranges and a disposition",
    respond: inSuccesses(["getCover", "getFileContent"], ({ headers, ...response }) => ({
      ...response,
      headers: {
        "Content-Disposition": "inline",
        ...headers,
        "Accept-Ranges": "bytes",
        "Content-Length": String(response.body.length),
        "X-Content-Type-Options": "nosniff",
      },
    })),
  },
];
