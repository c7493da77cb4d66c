import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { asObject } from "#openapi/document/document.js";
import { isSuccess, jsonOf } from "../../change.js";
import { empty, type Variation } from "../../service.js";
import { mergePatch } from "../patches.js";
import { projectIdIn } from "../paths.js";
import { type ArchiveState, archiveProblem, tagOf } from "../state.js";

const CHANGES = ["replaceProject", "updateProject", "deleteProject"];
const CONDITIONS = ["if-match", "if-none-match"] as const;

/** Writes entity tags in another way. Each tag that the server wrote is read as the one of the service. */
function writesTags(title: string, written: (tag: string, count: number) => string): Variation<ArchiveState> {
  return {
    title,
    respond: async (request, next, { state, count }) => {
      const known = tagsOf.get(state) ?? new Map<string, string>();
      tagsOf.set(state, known);
      const headers = { ...request.headers };
      for (const name of CONDITIONS) {
        const tags = headers[name];
        if (tags !== undefined) headers[name] = tags.replace(/"[^"]*"/g, (tag) => known.get(tag) ?? tag);
      }
      const response = await next({ ...request, headers });
      const { ETag: tag } = response.headers;
      if (tag === undefined) return response;
      const ETag = written(tag, count);
      known.set(ETag, tag);
      return { ...response, headers: { ...response.headers, ETag } };
    },
  };
}

/** The tags of the service by the tags that a server wrote. */
const tagsOf = new WeakMap<ArchiveState, Map<string, string>>();

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");

/** Servers that treat versions of projects in other ways, which RFC 9110 and archive.yaml allow. */
export const LEGAL_VERSIONS: Variation<ArchiveState>[] = [
  writesTags("has ETags that are hashes", (tag) => `"${hash(tag)}"`),
  writesTags("has ETags with every character that is allowed", (tag) => `"!#$%&'()*+-./:;<=>?@[]^_\`{|}~${hash(tag)}"`),
  writesTags("has ETags that are numbers", (tag) => tag.replace(/p(\d+)-v(\d+)/, "$1.$2")),
  writesTags("has another ETag in each response, and still knows the earlier ones of the same version", (tag, count) =>
    tag.replace(/"$/, `-${count}"`),
  ),
  {
    title: "has weak ETags, which never match in If-Match (RFC 9110, 8.8.3.2)",
    respond: async (_, next) => {
      const response = await next();
      const { ETag } = response.headers;
      return ETag === undefined ? response : { ...response, headers: { ...response.headers, ETag: `W/${ETag}` } };
    },
  },
  {
    title: "requires If-Match for each change, and rejects others with 428",
    respond: async (request, next, { operation = "", state, violation }) =>
      CHANGES.includes(operation) &&
      request.headers["if-match"] === undefined &&
      state.projects.has(projectIdIn(request)) &&
      !(await violation())
        ? archiveProblem(428, "If-Match is missing.")
        : next(),
  },
  {
    title: "keeps the ETag of a project if a change has the values that it had before",
    respond: async (request, next, { operation = "", state }) => {
      const id = projectIdIn(request);
      const [before, version = 0] = [state.projects.get(id), state.versions.get(id)];
      const response = await next();
      const { updatedAt = null, ...now } = state.projects.get(id) ?? {};
      const isSame = before !== undefined && isDeepStrictEqual({ ...now, updatedAt: before.updatedAt }, before);
      if (!/^(replace|update)Project$/.test(operation) || !isSuccess(response) || !isSame) return response;
      state.projects.set(id, before);
      state.versions.set(id, version);
      const body = String(response.body).replace(String(updatedAt), String(before.updatedAt));
      return { ...response, headers: { ...response.headers, ETag: tagOf(id, version) }, body };
    },
  },
  {
    title: "accepts an older ETag if the change is already applied (RFC 9110, 13.1.1)",
    respond: async (request, next, { operation, state }) => {
      const project = state.projects.get(projectIdIn(request));
      const response = await next();
      const patch = jsonOf(request);
      const isMerge = operation === "updateProject" && !Array.isArray(patch) && patch !== undefined;
      if (!isMerge || response.status !== 412 || !project) return response;
      if (!isDeepStrictEqual(mergePatch(project, asObject(patch)), project)) return response;
      return next({
        ...request,
        method: "GET",
        headers: { ...request.headers, "if-match": "*" },
        body: Buffer.from(""),
      });
    },
  },
  {
    title: "sends 304 with further headers",
    respond: async (_, next) => {
      const response = await next();
      const further = { "Cache-Control": "private, max-age=0", Vary: "Accept", Date: new Date().toUTCString() };
      return response.status === 304 ? empty(304, { ...response.headers, ...further }) : response;
    },
  },
  {
    title: "changes the ETag of a project when it gets a note or a cover",
    respond: async (request, next, { operation = "", state: { versions } }) => {
      const response = await next();
      const id = projectIdIn(request);
      if (/^(createNote|putCover)$/.test(operation) && isSuccess(response))
        versions.set(id, (versions.get(id) ?? 0) + 1);
      return response;
    },
  },
];
