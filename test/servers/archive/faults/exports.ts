import { asObject, type JsonObject } from "#openapi/document/document.js";
import { changeJson, inBodies, jsonOf, without } from "../../change.js";
import { sends } from "../../faults-of-requests.js";
import type { ServedResponse, Variation } from "../../service.js";
import { idIn } from "../paths.js";
import type { ArchiveState } from "../state.js";
import { after, inRequests } from "./after.js";

/** Changes the export in a body. */
const inExport = (change: (job: JsonObject) => JsonObject) => (body: JsonObject) => ({
  ...body,
  data: change(asObject(body.data)),
});

function withLocation(response: ServedResponse, Location: string): ServedResponse {
  return { ...response, headers: { ...response.headers, Location } };
}

const startedId = (response: ServedResponse) => String(asObject(asObject(jsonOf(response)).data).id);

/** Servers whose exports do not do what archive.yaml says. */
export const EXPORT_FAULTS: Variation<ArchiveState>[] = [
  // The job.
  {
    title: "never ends an export",
    needsTwo: true,
    respond: after(["getExport"], ({ request, state }) => {
      const found = state.exports.get(idIn(request));
      if (found) found.reads = 0;
      return undefined;
    }),
  },
  {
    title: "does not find exports at the address in Location",
    needsTwo: true,
    respond: after(["startExport"], ({ response, state }) => {
      state.exports.delete(startedId(response));
      return undefined;
    }),
  },
  {
    title: "sends the address of its first export in Location of each further one",
    needsTwo: true,
    respond: after(["startExport"], ({ response, state }) =>
      withLocation(response, `/exports/${[...state.exports.keys()][0] ?? ""}`),
    ),
  },
  {
    title: "forgets an export when the next one is started",
    needsTwo: true,
    respond: after(["startExport"], ({ response, state }) => {
      state.exports = new Map([...state.exports].filter(([id]) => id === startedId(response)));
      return undefined;
    }),
  },
  {
    title: "shows an ended export as running again when it is read once more",
    needsTwo: true,
    respond: after(["getExport"], ({ request, response, state }) => {
      const found = state.exports.get(idIn(request));
      const isAgain = found !== undefined && found.reads > 3 && found.reads % 2 === 0;
      if (!isAgain) return undefined;
      return changeJson(response, (body) =>
        inExport((job) => ({ ...without(job, "resultUrl"), status: "running" }))(asObject(body)),
      );
    }),
  },
  {
    title: "shows every export as one in JSON",
    needsTwo: true,
    respond: inBodies(
      ["getExport"],
      inExport((job) => ({ ...job, format: "json" })),
    ),
  },
  {
    title: "shows an export as one of the project before",
    needsTwo: true,
    respond: inBodies(
      ["getExport"],
      inExport((job) => ({ ...job, projectId: Math.max(1, Number(job.projectId) - 1) })),
    ),
  },
  // Its result.
  {
    title: "sends the address of a result that does not exist",
    needsTwo: true,
    respond: after(["getExport"], ({ response, state }) => {
      const url = String(asObject(asObject(jsonOf(response)).data).resultUrl);
      state.files.delete(url.split("/")[2] ?? "");
      return undefined;
    }),
  },
  {
    title: "shows an ended export without the address of its result",
    respond: inBodies(
      ["getExport"],
      inExport((job) => without(job, "resultUrl")),
    ),
  },
  // Statuses and headers.
  sends(
    "the start of an export without Location",
    "startExport",
    ({ headers: { Location: _, ...headers }, ...rest }) => ({
      ...rest,
      headers,
    }),
  ),
  sends("the start of an export as 201", "startExport", (response) => ({ ...response, status: 201 })),
  {
    title: "calls the status of an ended export finished",
    respond: inBodies(
      ["getExport"],
      inExport((job) => (job.status === "done" ? { ...job, status: "finished" } : job)),
    ),
  },
  {
    title: "exports the first project whatever project is requested",
    respond: inRequests("startExport", (request, { projects }) => {
      const [, , id = ""] = request.path.split("/");
      return projects.has(Number(id)) ? { ...request, path: "/projects/1/exports" } : undefined;
    }),
  },
];
