import { asList, asObject } from "#openapi/document/document.js";
import { inValidQuery } from "../../../change.js";
import type { Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { changeRow } from "../../variations.js";
import { removeDataset } from "../datasets.js";
import { keyIn } from "../rows.js";
import { newRun } from "../run-rows.js";
import { after, keyOf, listing, showing, stillListing, storing } from "./variations.js";

/** Servers that mix up jobs. */
const OF_JOBS: Variation<Tables>[] = [
  {
    title: "keeps the location of a job that is put again",
    needsTwo: true,
    respond: after(["putJob"], ({ state, parts, before }) => {
      const { location = "" } = before.find("job", keyOf({ parts })) ?? {};
      if (before.find("job", keyOf({ parts }))) {
        changeRow(state, "job", keyOf({ parts }), (row) => ({ ...row, location }));
      }
    }),
  },
  {
    title: "stores jobs without their context",
    needsTwo: true,
    respond: after(["putJob"], ({ state, parts }) => {
      changeRow(state, "job", keyOf({ parts }), ({ context, ...row }) => row);
    }),
  },
  {
    title: "swaps the inputs and outputs of stored jobs",
    needsTwo: true,
    respond: after(["putJob"], ({ state, parts }) => {
      changeRow(state, "job", keyOf({ parts }), (row) => ({
        ...row,
        inputs: row.outputs ?? [],
        outputs: row.inputs ?? [],
      }));
    }),
  },
  {
    title: "still lists deleted jobs",
    needsTwo: true,
    respond: stillListing("deleteJob", "getJobs", "jobs"),
  },
  {
    title: "deletes the inputs of a deleted job",
    needsTwo: true,
    respond: after(["deleteJob"], ({ state, shown }) => {
      for (const { namespace = "", name = "" } of asList(shown.inputs).map(asObject)) {
        removeDataset(state, { namespace, name });
      }
    }),
  },
  {
    title: "removes the runs of a job that is put again",
    needsTwo: true,
    respond: after(["putJob"], ({ state, shown }) => {
      for (const run of state.rows("run")) {
        if (run.namespace === shown.namespace && run.job === shown.name) state.remove("run", String(run.id));
      }
    }),
  },
  {
    title: "calls the first run of a job its latest one",
    needsTwo: true,
    respond: showing(["getJob"], (job) => {
      const first = asList(job.latestRuns).at(-1);
      return first === undefined ? job : { ...job, latestRun: first };
    }),
  },
  {
    title: "reads the offset of jobs as the number of a page",
    needsTwo: true,
    respond: inValidQuery("getJobs", (query) => {
      query.set("offset", String(Number(query.get("offset") ?? 0) * Number(query.get("limit") ?? 100)));
    }),
  },
];

/** Servers that mix up runs. */
const OF_RUNS: Variation<Tables>[] = [
  {
    title: "does not store that a run was started",
    needsTwo: true,
    respond: storing(["startRun"], "run", (_, { before, shown }) => before.find("run", String(shown.id)) ?? {}),
  },
  {
    title: "stores failed runs as aborted ones",
    needsTwo: true,
    respond: storing(["failRun"], "run", (run) => ({ ...run, state: "ABORTED" })),
  },
  {
    title: "completes all runs of the job",
    needsTwo: true,
    respond: after(["completeRun"], ({ state, shown: { jobVersion } }) => {
      const { namespace, name } = asObject(jobVersion);
      for (const run of state.rows("run")) {
        if (run.namespace !== namespace || run.job !== name) continue;
        state.put("run", String(run.id), { ...run, state: "COMPLETED" });
      }
    }),
  },
  {
    title: "aborts the run before as well",
    needsTwo: true,
    respond: after(["abortRun"], ({ state, shown: { id } }) => {
      const other = state
        .rows("run")
        .filter((run) => run.id !== id)
        .at(-1);
      if (other) state.put("run", String(other.id), { ...other, state: "ABORTED" });
    }),
  },
  {
    title: "forgets the arguments of a run when it starts",
    needsTwo: true,
    respond: storing(["startRun"], "run", (run) => ({ ...run, args: {} })),
  },
  {
    title: "stores runs without their arguments",
    needsTwo: true,
    respond: storing(["createRun"], "run", (run) => ({ ...run, args: {} })),
  },
  {
    title: "stores the nominal start of a run as its nominal end too",
    needsTwo: true,
    respond: storing(["createRun"], "run", (run) =>
      run.nominalStartTime === undefined ? run : { ...run, nominalEndTime: run.nominalStartTime },
    ),
  },
  {
    title: "does not list new runs of a job",
    needsTwo: true,
    prepare: (state) => {
      for (const { id = "" } of state.rows("run")) state.put("known run", String(id), {});
    },
    respond: (request, next, context) =>
      listing(["getRuns"], (items) => items.filter(({ id }) => context.state.find("known run", id)))(
        request,
        next,
        context,
      ),
  },
  {
    title: "lists a new run at the first job too",
    needsTwo: true,
    respond: after(["createRun"], ({ state }) => {
      const [first] = state.rows("job");
      if (first) {
        const run = newRun(first, {});
        state.put("run", String(run.id), run);
      }
    }),
  },
  {
    title: "gives a run that ends another start",
    needsTwo: true,
    respond: storing(["completeRun"], "run", (run) => ({ ...run, startedAt: run.endedAt ?? "" })),
  },
  {
    title: "begins each page of runs one run too late",
    needsTwo: true,
    respond: inValidQuery("getRuns", (query) => {
      const offset = Number(query.get("offset") ?? 0);
      if (offset > 0) query.set("offset", String(offset + 1));
    }),
  },
];

/** Servers that do not find what is there, or find what is not. */
const OF_SEARCH: Variation<Tables>[] = [
  {
    title: "does not find new datasets by the search",
    needsTwo: true,
    prepare: (state) => {
      for (const row of state.rows("dataset")) state.put("known", keyIn(row.namespace, row.name), {});
    },
    respond: (request, next, context) =>
      listing(["search"], (items) =>
        items.filter(
          ({ type, namespace, name }) => type === "JOB" || context.state.find("known", keyIn(namespace, name)),
        ),
      )(request, next, context),
  },
  {
    title: "ignores the sorting of the search",
    respond: inValidQuery("search", (query) => query.delete("sort")),
  },
];

/** Servers that mix up jobs or runs, or whose search does. */
export const JOB_FAULTS: Variation<Tables>[] = [...OF_JOBS, ...OF_RUNS, ...OF_SEARCH];
