import { asList, asObject } from "#openapi/document/document.js";
import { inBodies, inSuccesses, inValidQuery, isSuccess, without } from "../../../change.js";
import { empty, json, type Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { listing, sentIn, showing } from "./variations.js";

/** Servers whose responses show a fault alone. */
export const RESPONSE_FAULTS: Variation<Tables>[] = [
  // Forms of values.
  {
    title: "sends the times of namespaces as numbers",
    respond: showing(["getNamespace", "putNamespace"], (shown) => ({
      ...shown,
      createdAt: Date.parse(String(shown.createdAt)),
    })),
  },
  {
    title: "sends times of sources without a time zone",
    respond: showing(["getSource", "putSource"], (shown) => ({
      ...shown,
      updatedAt: String(shown.updatedAt).replace("Z", ""),
    })),
  },
  {
    title: "sends the states of runs in small letters",
    respond: showing(["getRun", "startRun"], (shown) => ({ ...shown, state: String(shown.state).toLowerCase() })),
  },
  {
    title: "sends the duration of a run as a text",
    respond: showing(["completeRun", "failRun"], (shown) => ({ ...shown, durationMs: `${shown.durationMs ?? 0} ms` })),
  },
  {
    title: "sends numbers for the versions of datasets",
    respond: showing(["getDataset", "putDataset"], (shown) => ({ ...shown, currentVersion: "12" })),
  },
  {
    title: "sends fields of datasets without their types",
    respond: showing(["getDataset"], (shown) => ({
      ...shown,
      fields: asList(shown.fields).map((field) => without(asObject(field), "type")),
    })),
  },
  {
    title: "sends versions of datasets without a description",
    respond: listing(["getDatasetVersions"], (items) => items.map((item) => without(item, "description"))),
  },
  {
    title: "omits the list of datasets when there is none",
    respond: inBodies(["getDatasets"], (body) => (asList(body.datasets).length > 0 ? body : without(body, "datasets"))),
  },
  {
    title: "sends jobs as a bare list",
    respond: inBodies(["getJobs"], (body) => asList(body.jobs)),
  },
  {
    title: "sends inputs of jobs as names",
    respond: listing(["getJobs"], (items) =>
      items.map((item) => ({ ...item, inputs: asList(item.inputs).map((input) => asObject(input).name ?? "") })),
    ),
  },
  {
    title: "sends null for namespaces without a description",
    respond: showing(["getNamespace", "putNamespace"], (shown) => ({ description: null, ...shown })),
  },
  // Other resources than the requested one.
  {
    title: "shows the first run for each id",
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      const [first] = state.rows("run");
      if (operation !== "getRun" || !isSuccess(response) || !first) return response;
      return json(200, { id: first.id ?? "", state: first.state ?? "", createdAt: first.createdAt ?? "" });
    },
  },
  {
    title: "lists the datasets of all namespaces",
    respond: async (request, next, context) => {
      const response = await next();
      if (context.operation !== "getDatasets" || !isSuccess(response)) return response;
      const rows = context.state.rows("dataset").slice(0, Number(request.query.get("limit") ?? 100));
      const datasets = rows.map(({ schemaLocation, ...row }) => row);
      return json(200, { datasets, totalCount: context.state.rows("dataset").length });
    },
  },
  {
    title: "sends an empty object for unknown sources",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "getSource" && response.status === 404 ? json(200, {}) : response;
    },
  },
  {
    title: "gives a run another id than the one that was sent",
    respond: async (request, next, context) => {
      const { sent } = sentIn(request, context);
      if (context.operation !== "createRun" || sent.id === undefined) return next();
      return next({ ...request, body: Buffer.from(JSON.stringify(without(sent, "id"))) });
    },
  },
  {
    title: "starts runs at the present, whatever time is sent",
    respond: inValidQuery("startRun", (query) => query.delete("at")),
  },
  {
    title: "confirms the deletion of a dataset without a body",
    respond: inSuccesses(["deleteDataset"], () => empty(204)),
  },
  {
    title: "calls a new namespace 201",
    respond: inSuccesses(["putNamespace"], (response) => ({ ...response, status: 201 })),
  },
  // Lists.
  {
    title: "sends one run more than the limit",
    respond: inValidQuery("getRuns", (query) => {
      if (query.has("limit")) query.set("limit", String(Number(query.get("limit")) + 1));
    }),
  },
  {
    title: "lists the first source of a page twice",
    respond: listing(["getSources"], (items) => [...items.slice(0, 1), ...items.slice(0, -1)]),
  },
  {
    title: "ignores the filter of the search",
    respond: inValidQuery("search", (query) => query.delete("filter")),
  },
  {
    title: "ignores the namespace of the search",
    respond: inValidQuery("search", (query) => query.delete("namespace")),
  },
];
