import { asList, asObject, isObject, type Json } from "#openapi/document/document.js";
import {
  changeJson,
  everywhere,
  inBodies,
  inEveryResponse,
  inValidQuery,
  isSuccess,
  jsonOf,
  without,
} from "../../change.js";
import { empty, json, type ServedResponse, type Variation } from "../../service.js";
import type { Tables } from "../tables.js";
import { changeRow } from "../variations.js";
import { datasetShown } from "./datasets.js";
import { after, keyOf, listing, sentIn } from "./faults/variations.js";
import { keyIn, now } from "./rows.js";

const ACTIONS = ["startRun", "completeRun", "failRun", "abortRun"];
const WRITES = ["putNamespace", "putSource", "putDataset", "putJob", "createRun", "putTag"];

const KNOWN: Record<string, string[]> = {
  putNamespace: ["ownerName", "description"],
  putSource: ["type", "connectionUrl", "description"],
  putTag: ["description"],
  createRun: ["id", "nominalStartTime", "nominalEndTime", "args"],
};

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Changes each time of a response. */
const inTimes = (change: (time: Date) => string) =>
  inEveryResponse((response) =>
    changeJson(response, (body) =>
      everywhere(body, (value) => (typeof value === "string" && TIME.test(value) ? change(new Date(value)) : value)),
    ),
  );

/** Rejections of another form. */
const inRejections = (change: (response: ServedResponse) => ServedResponse) =>
  inEveryResponse((response) => (response.status >= 400 ? change(response) : response));

/** Rejects the change of what was there before the run. */
const CLOSED = new Set(["food_delivery", "warehouse", "billing.eu"]);

/** Servers that follow marquez.yaml in other ways than the service. No run may fail. */
export const MARQUEZ_LEGAL: Variation<Tables>[] = [
  // Forms of responses.
  { title: "sends times without fractions", respond: inTimes((time) => time.toISOString().replace(/\.\d+/, "")) },
  {
    title: "sends times with six digits of a second and another time zone",
    respond: inTimes((time) => new Date(time.valueOf() + 7_200_000).toISOString().replace("Z", "000+02:00")),
  },
  {
    title: "sends fields in another order",
    respond: inEveryResponse((response) =>
      changeJson(response, (body) =>
        everywhere(body, (value) => (isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value)),
      ),
    ),
  },
  {
    title: "sends fields that the document does not have",
    respond: inEveryResponse((response) =>
      changeJson(response, (body) =>
        isObject(body) ? { ...body, links: [{ rel: "self" }], etag: "c41", total_pages: 3 } : body,
      ),
    ),
  },
  {
    title: "omits facets and the latest runs",
    respond: inEveryResponse((response) =>
      changeJson(response, (body) =>
        everywhere(body, (value) => (isObject(value) ? without(value, "facets", "latestRun", "latestRuns") : value)),
      ),
    ),
  },
  {
    title: "rejects with 422 in place of 400",
    respond: inRejections((response) => (response.status === 400 ? { ...response, status: 422 } : response)),
  },
  { title: "rejects without a body", respond: inRejections(({ status }) => empty(status)) },
  {
    title: "sends the values of arguments as texts, as the examples of runs show them",
    respond: after(["createRun"], ({ state, shown }) => {
      const textOf = (value: Json | undefined) => (typeof value === "string" ? value : JSON.stringify(value ?? null));
      changeRow(state, "run", String(shown.id), (run) => ({
        ...run,
        args: Object.fromEntries(Object.entries(asObject(run.args)).map(([name, value]) => [name, textOf(value)])),
      }));
    }),
  },
  // Lists and data.
  {
    title: "has at most four items on a page",
    respond: (request, next, context) => {
      const atMost = ["getNamespaces", "getDatasets", "getJobs", "getRuns", "getTags"];
      const { operation = "" } = context;
      if (!atMost.includes(operation)) return next();
      return inValidQuery(operation, (query) => {
        if (Number(query.get("limit") ?? 100) > 4) query.set("limit", "4");
      })(request, next, context);
    },
  },
  {
    title: "lists datasets and jobs in the order of their creation",
    respond: async (request, next, context) => {
      const { operation = "", state } = context;
      const lists: Record<string, [string, string]> = {
        getDatasets: ["datasets", "dataset"],
        getJobs: ["jobs", "job"],
      };
      const [list, table] = lists[operation] ?? [];
      if (list === undefined || table === undefined || (await context.violation())) return next();
      const limit = Number(request.query.get("limit") ?? 100);
      const offset = Number(request.query.get("offset") ?? 0);
      if (limit < 0 || offset < 0) return next();
      const all = new URLSearchParams({ limit: "100000" });
      const places = state.rows(table).map(({ namespace, name }) => keyIn(namespace, name));
      const placeOf = (item: Json) => places.indexOf(keyIn(asObject(item).namespace, asObject(item).name));
      return inBodies([operation], (body) => {
        const items = asList(body[list]).toSorted((one, other) => placeOf(one) - placeOf(other));
        return { ...body, [list]: items.slice(offset, offset + limit) };
      })({ ...request, query: all }, (changed) => next(changed ?? { ...request, query: all }), context);
    },
  },
  {
    title: "has no data at first",
    prepare: (state) => {
      for (const table of ["run", "job version", "job", "dataset version", "dataset", "tag", "source", "namespace"]) {
        for (const row of state.rows(table)) {
          const { namespace, name, version, id } = row;
          const key = { run: String(id), namespace: keyIn(name), tag: String(name), source: String(name) }[table];
          state.remove(table, key ?? keyIn(namespace, name, ...(table.endsWith("version") ? [version] : [])));
        }
      }
    },
  },
  {
    title: "finds parts of names by the search",
    respond: (request, next, context) =>
      inValidQuery("search", (query) => query.set("q", `%${query.get("q") ?? ""}%`))(request, next, context),
  },
  // Rules of their own.
  {
    title: "still shows deleted datasets, as deleted",
    respond: async (request, next, context) => {
      const { state, operation } = context;
      const key = keyOf(sentIn(request, context));
      const row = state.find("dataset", key);
      const response = await next();
      if (operation === "deleteDataset" && isSuccess(response) && row) state.put("hidden", key, row);
      const hidden = operation === "getDataset" && response.status === 404 ? state.find("hidden", key) : undefined;
      return hidden ? json(200, datasetShown(hidden, true)) : response;
    },
  },
  {
    title: "still shows deleted jobs, and does not list them",
    respond: async (request, next, context) => {
      const { state, operation } = context;
      const key = keyOf(sentIn(request, context));
      const response = await next();
      if (operation === "deleteJob" && isSuccess(response)) state.put("hidden", key, asObject(jsonOf(response)));
      const hidden = operation === "getJob" && response.status === 404 ? state.find("hidden", key) : undefined;
      return hidden ? json(200, hidden) : response;
    },
  },
  {
    title: "confirms the deletion of what does not exist",
    respond: async (request, next, context) => {
      const response = await next();
      const [, namespace = "", , name = ""] = sentIn(request, context).parts;
      if (response.status !== 404 || (await context.violation())) return response;
      if (context.operation === "deleteNamespace") return json(200, { name: namespace });
      if (context.operation === "deleteDataset") return json(200, { namespace, name, deleted: true });
      return context.operation === "deleteJob" ? json(200, { namespace, name }) : response;
    },
  },
  {
    title: "rejects actions of runs that have ended with 409",
    respond: async (request, next, context) => {
      const { state, parts } = sentIn(request, context);
      const run = ACTIONS.includes(context.operation ?? "") ? state.find("run", parts[2]) : undefined;
      const hasEnded = run !== undefined && run.state !== "NEW" && run.state !== "RUNNING";
      return hasEnded ? json(409, { code: 409, message: `Run '${parts[2]}' has ended.` }) : next();
    },
  },
  {
    title: "only completes and fails runs that were started",
    respond: async (request, next, context) => {
      const { state, parts } = sentIn(request, context);
      const isConcerned = ["completeRun", "failRun"].includes(context.operation ?? "");
      const run = isConcerned ? state.find("run", parts[2]) : undefined;
      return run && run.state !== "RUNNING" ? json(400, { code: 400, message: "The run is not running." }) : next();
    },
  },
  {
    title: "rejects changes of what others created with 403",
    respond: async (request, next, context) => {
      const { method } = request;
      const [, name = ""] = sentIn(request, context).parts;
      const isTheirs = method !== "GET" && request.path.startsWith("/namespaces/") && CLOSED.has(name);
      return isTheirs ? json(403, { code: 403, message: "The namespace belongs to others." }) : next();
    },
  },
  {
    title: "rejects fields that the document does not have",
    respond: async (request, next, context) => {
      const known = KNOWN[context.operation ?? ""];
      const isUnknown = known && Object.keys(sentIn(request, context).sent).some((field) => !known.includes(field));
      return isUnknown ? json(400, { code: 400, message: "Unrecognized field" }) : next();
    },
  },
  {
    title: "creates the source of a dataset, if there is none",
    respond: async (request, next, context) => {
      const { state, sent } = sentIn(request, context);
      const { sourceName } = sent;
      const isMissing = typeof sourceName === "string" && !state.find("source", sourceName);
      if (context.operation === "putDataset" && isMissing && !(await context.violation())) {
        const time = now();
        state.put("source", sourceName, {
          name: sourceName,
          type: "",
          connectionUrl: "",
          createdAt: time,
          updatedAt: time,
        });
      }
      return next();
    },
  },
  {
    title: "creates a tag that is added to a dataset, if there is none",
    respond: async (request, next, context) => {
      const { state, parts } = sentIn(request, context);
      const name = parts.at(-1) ?? "";
      const adds = ["addTagToDataset", "addTagToFieldOfDataset"].includes(context.operation ?? "");
      if (adds && !state.find("tag", name)) state.put("tag", name, { name });
      return next();
    },
  },
  {
    title: "replaces namespaces and sources as a whole",
    respond: async (request, next, context) => {
      const { state, parts, sent } = sentIn(request, context);
      const [, name = ""] = parts;
      const tables: Record<string, [string, string]> = {
        putNamespace: ["namespace", keyIn(name)],
        putSource: ["source", name],
      };
      const [table, key = ""] = tables[context.operation ?? ""] ?? [];
      if (table && sent.description === undefined && !(await context.violation())) {
        changeRow(state, table, key, (row) => without(row, "description"));
      }
      return next();
    },
  },
  {
    title: "stores the names of tags in capitals",
    respond: async (request, next, context) => {
      if (context.operation !== "putTag") return next();
      const name = sentIn(request, context).parts[1] ?? "";
      return next({ ...request, path: `/tags/${encodeURIComponent(name.toUpperCase())}` });
    },
  },
  {
    title: "sends the new tag alone",
    respond: (request, next, context) =>
      listing(["putTag"], (items, { parts: [, name] }) => items.filter((tag) => tag.name === name))(
        request,
        next,
        context,
      ),
  },
  {
    title: "shows the owners of namespaces without spaces at the ends",
    respond: async (request, next, context) => {
      const { sent } = sentIn(request, context);
      if (context.operation !== "putNamespace" || typeof sent.ownerName !== "string") return next();
      const changed = { ...sent, ownerName: sent.ownerName.trim() };
      return next({ ...request, body: Buffer.from(JSON.stringify(changed)) });
    },
  },
  {
    title: "accepts writes without a body",
    respond: async (request, next, context) => {
      const { operation = "" } = context;
      const usual: Record<string, object> = { putNamespace: { ownerName: "nobody" } };
      const isConcerned = WRITES.includes(operation) && usual[operation] && request.body.length === 0;
      if (!isConcerned) return next();
      const headers = { ...request.headers, "content-type": "application/json" };
      return next({ ...request, headers, body: Buffer.from(JSON.stringify(usual[operation])) });
    },
  },
];
