import { toValidBodies, toValidQueries } from "../../accepted-values.js";
import { accepts, failsAt } from "../../faults-of-requests.js";
import type { Variation } from "../../service.js";
import { archiveProblem, BASIC, TOKEN } from "../state.js";

const FAILURE = archiveProblem(500, "TypeError: undefined is not an object");
const create = { operation: "createProject", kind: "body" } as const;
const replace = { operation: "replaceProject", kind: "body" } as const;
const list = { operation: "listProjects", kind: "parameter" } as const;

const isAscii = (text: unknown) => [...String(text)].every((each) => each < "\u0080");

/** A server that accepts any credentials of a scheme. */
function acceptsAny(title: string, scheme: RegExp, valid: string): Variation<unknown> {
  return {
    title,
    respond: (request, next) =>
      next(
        scheme.test(request.headers.authorization ?? "")
          ? { ...request, headers: { ...request.headers, authorization: valid } }
          : request,
      ),
  };
}

/** Servers that accept what archive.yaml forbids, or fail where it allows or rejects something. */
export const REQUEST_FAULTS: Variation<unknown>[] = [
  // Bodies.
  accepts("a project without an owner", { ...create, place: "", keyword: "required" }),
  accepts("a new project whose owner is not a UUID", { ...create, place: "/ownerId", keyword: "format" }),
  accepts("a new project with the same tag twice", { ...create, place: "/tags", keyword: "uniqueItems" }),
  accepts("a new project with no budget", { ...create, place: "/budget", keyword: "exclusiveMinimum" }),
  accepts("a replacement whose priority is a text or a fraction", { ...replace, place: "/priority", keyword: "type" }),
  accepts("a replacement with a color that is a word", { ...replace, place: "/settings/color", keyword: "pattern" }),
  accepts("a merge patch to a priority above the maximum", {
    operation: "updateProject",
    kind: "body",
    place: "/priority",
    keyword: "maximum",
  }),
  accepts("a JSON Patch with an unknown operation", { operation: "updateProject", kind: "body", keyword: "enum" }),
  accepts("a note with an unknown field", { operation: "createNote", kind: "body", keyword: "additionalProperties" }),
  accepts("a note with a malformed email address", { operation: "createNote", kind: "body", keyword: "format" }),
  accepts("a file without a title", { operation: "uploadFile", kind: "body", keyword: "required" }),
  accepts("a new project in JSON of another media type", { operation: "createProject", kind: "mediaType" }),
  // Queries.
  accepts("a page of more than 50 notes", { operation: "listNotes", place: "perPage", keyword: "maximum" }),
  accepts("an updatedSince that is not a moment", { ...list, place: "updatedSince", keyword: "format" }),
  // Credentials.
  accepts("requests to list projects without credentials", { operation: "listProjects", kind: "credentials" }),
  accepts("downloads of files without credentials", { operation: "getFileContent", kind: "credentials" }),
  acceptsAny("accepts every bearer token", /^bearer \S+/i, `Bearer ${TOKEN}`),
  acceptsAny("accepts every name and password", /^basic \S+/i, BASIC),
  {
    title: "does not look at credentials of requests with If-None-Match",
    respond: (request, next) =>
      next(
        request.headers["if-none-match"]
          ? { ...request, headers: { ...request.headers, authorization: BASIC } }
          : request,
      ),
  },
  // Server errors.
  failsAt("malformed JSON", { kind: "syntax" }, FAILURE),
  {
    title: "fails with 500 for a new project without a body",
    respond: async (request, next, { operation, violation }) =>
      operation === "createProject" && request.body.length === 0 && !(await violation()) ? FAILURE : next(),
  },
  {
    title: "fails with 500 for a JSON Patch of a path that does not exist",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "updateProject" && response.status === 409 ? FAILURE : response;
    },
  },
  toValidBodies("fails for a new project with tags", "createProject", ({ tags }) => tags !== undefined, FAILURE),
  toValidBodies("fails for a name that is not ASCII", "replaceProject", ({ name }) => !isAscii(name), FAILURE),
  toValidQueries("fails for the latest creation first", "listProjects", isLatestFirst, FAILURE),
];

function isLatestFirst(query: URLSearchParams): boolean {
  return query.get("sort") === "-createdAt";
}
