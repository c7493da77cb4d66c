import { asObject } from "#openapi/document/document.js";
import { inSuccesses, type Respond } from "../../change.js";
import { sends } from "../../faults-of-requests.js";
import type { ServedRequest, ServedResponse, Variation } from "../../service.js";
import { projectIdIn } from "../paths.js";
import { type ArchiveState, archiveProblem, tagOf } from "../state.js";
import { after, inRequests } from "./after.js";

/** A request with another header; without it if there is no value. */
function withHeader(request: ServedRequest, name: string, value?: string): ServedRequest {
  const { [name]: _, ...headers } = request.headers;
  return { ...request, headers: value === undefined ? headers : { ...headers, [name]: value } };
}

/** The current tag of the project that a request names. */
function tagFor(request: ServedRequest, { versions }: ArchiveState): string {
  const id = projectIdIn(request);
  return tagOf(id, versions.get(id) ?? 0);
}

/** Whether a header has the tag that an older version of the project had. */
function isStale(request: ServedRequest, name: string, { versions }: ArchiveState): boolean {
  const id = projectIdIn(request);
  const older = Array.from({ length: (versions.get(id) ?? 1) - 1 }, (_, index) => tagOf(id, index + 1));
  return older.includes(String(request.headers[name]));
}

/** Rejects valid requests with some `If-Match`. */
function rejectsMatch(operation: string, applies: (request: ServedRequest, state: ArchiveState) => boolean) {
  const respond: Respond<ArchiveState> = async (request, next, context) => {
    const { state, violation } = context;
    const isHere = context.operation === operation && state.projects.has(projectIdIn(request));
    if (!isHere || !applies(request, state) || (await violation())) return next();
    return archiveProblem(412, "The project has changed.");
  };
  return respond;
}

/** Keeps the version of a project that was changed, and so its tag. */
function keepsTag(operation: string, applies: (before: object, after: object) => boolean) {
  return after([operation], ({ request, response, state, before }) => {
    const id = projectIdIn(request);
    if (!applies(before.projects.get(id) ?? {}, state.projects.get(id) ?? {})) return undefined;
    const version = before.versions.get(id) ?? 0;
    state.versions.set(id, version);
    return { ...response, headers: { ...response.headers, ETag: tagOf(id, version) } };
  });
}

const withTag = (change: (tag: string) => string) => (response: ServedResponse) => ({
  ...response,
  headers: { ...response.headers, ETag: change(response.headers.ETag ?? "") },
});

function withoutTag({ headers: { ETag: _, ...headers }, ...response }: ServedResponse): ServedResponse {
  return { ...response, headers };
}

/** Servers that break the rules of entity tags and conditional requests (RFC 9110, 8.8.3 and 13.1). */
export const VERSION_FAULTS: Variation<ArchiveState>[] = [
  // Entity tags.
  {
    title: "keeps the ETag of a project that is patched",
    needsTwo: true,
    respond: keepsTag("updateProject", () => true),
  },
  {
    title: "keeps the ETag of a project that is replaced by one with the same name",
    needsTwo: true,
    respond: keepsTag("replaceProject", (before, now) => asObject(before).name === asObject(now).name),
  },
  {
    title: "sends the ETag of the version before with a patched project",
    needsTwo: true,
    respond: after(["updateProject"], ({ request, response, before }) =>
      withTag(() => tagFor(request, before))(response),
    ),
  },
  {
    title: "sends an ETag with a created project that it rejects in If-Match",
    needsTwo: true,
    respond: inSuccesses(
      ["createProject"],
      withTag((tag) => tag.replace("-v", "-new")),
    ),
  },
  sends(
    "an ETag without quotes",
    "getProject",
    withTag((tag) => tag.replaceAll('"', "")),
  ),
  sends("a project without an ETag", "getProject", withoutTag),
  sends(
    "a replaced project with an empty ETag",
    "replaceProject",
    withTag(() => ""),
  ),
  // If-Match.
  {
    title: "responds with 412 to a patch with the current ETag",
    needsTwo: true,
    respond: rejectsMatch("updateProject", (request, state) => request.headers["if-match"] === tagFor(request, state)),
  },
  {
    title: "responds with 412 to a replacement of an existing project with If-Match: *",
    needsTwo: true,
    respond: rejectsMatch("replaceProject", ({ headers }) => headers["if-match"] === "*"),
  },
  {
    title: "compares If-Match of a deletion as one text, so that the current ETag in a list of two is rejected",
    needsTwo: true,
    respond: rejectsMatch("deleteProject", ({ headers }) => headers["if-match"]?.includes(",") === true),
  },
  {
    title: "replaces a project whatever If-Match says",
    respond: inRequests("replaceProject", (request) => withHeader(request, "if-match")),
  },
  {
    title: "patches a project with the ETag of an older version",
    needsTwo: true,
    respond: inRequests("updateProject", (request, state) =>
      isStale(request, "if-match", state) ? withHeader(request, "if-match") : undefined,
    ),
  },
  {
    title: "deletes a project with the ETag of an older version",
    needsTwo: true,
    respond: inRequests("deleteProject", (request, state) =>
      isStale(request, "if-match", state) ? withHeader(request, "if-match") : undefined,
    ),
  },
  {
    title: "replaces a project if the current ETag is sent as a weak one, which never matches",
    needsTwo: true,
    respond: inRequests("replaceProject", (request, state) =>
      request.headers["if-match"] === `W/${tagFor(request, state)}` ? withHeader(request, "if-match") : undefined,
    ),
  },
  {
    title: "changes a project although it responds with 412 to the patch",
    needsTwo: true,
    respond: async (request, next, { operation }) => {
      const response = await next();
      if (operation === "updateProject" && response.status === 412) await next(withHeader(request, "if-match"));
      return response;
    },
  },
  // If-None-Match.
  {
    title: "sends the whole project to a client that has the current ETag",
    needsTwo: true,
    respond: inRequests("getProject", (request) => withHeader(request, "if-none-match")),
  },
  {
    title: "responds with 304 to a client that has the ETag of an older version",
    needsTwo: true,
    respond: inRequests("getProject", (request, state) =>
      isStale(request, "if-none-match", state)
        ? withHeader(request, "if-none-match", tagFor(request, state))
        : undefined,
    ),
  },
  {
    title: "responds with 304 to every If-None-Match",
    respond: inRequests("getProject", (request) =>
      request.headers["if-none-match"] ? withHeader(request, "if-none-match", "*") : undefined,
    ),
  },
  {
    title: "compares If-None-Match as one text, so that the current ETag in a list of two gets the whole project",
    needsTwo: true,
    respond: inRequests("getProject", (request) =>
      request.headers["if-none-match"]?.includes(",") ? withHeader(request, "if-none-match") : undefined,
    ),
  },
  {
    title: "sends the whole project to a client that has the current ETag as a weak one",
    needsTwo: true,
    respond: inRequests("getProject", (request) =>
      request.headers["if-none-match"]?.startsWith("W/") ? withHeader(request, "if-none-match") : undefined,
    ),
  },
  {
    title: "sends 304 without an ETag",
    respond: async (_, next) => {
      const response = await next();
      return response.status === 304 ? withoutTag(response) : response;
    },
  },
  {
    title: "responds with 412 in place of 304",
    respond: async (_, next) => {
      const response = await next();
      return response.status === 304 ? archiveProblem(412, "The project has not changed.") : response;
    },
  },
];
