import { asList, asObject } from "#openapi/document/document.js";
import { inBodies, inValidQuery, isSuccess } from "../../../change.js";
import type { Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { changeRow } from "../../variations.js";
import { datasetShown, removeDataset } from "../datasets.js";
import { keyIn } from "../rows.js";
import { after, keyOf, listing, othersThan, sentIn, stillListing } from "./variations.js";

/** Servers that mix up datasets, their versions or their tags. */
export const DATASET_FAULTS: Variation<Tables>[] = [
  {
    title: "stores the first field of a dataset only",
    needsTwo: true,
    respond: after(["putDataset"], ({ state, parts }) => {
      changeRow(state, "dataset", keyOf({ parts }), (row) => ({ ...row, fields: asList(row.fields).slice(0, 1) }));
    }),
  },
  {
    title: "keeps the physical name of a dataset that is put again",
    needsTwo: true,
    respond: after(["putDataset"], ({ state, parts, before }) => {
      const former = before.find("dataset", keyOf({ parts }));
      if (!former) return;
      const physicalName = former.physicalName ?? "";
      changeRow(state, "dataset", keyOf({ parts }), (row) => ({ ...row, physicalName }));
    }),
  },
  {
    title: "makes no new version of a dataset that is put again",
    needsTwo: true,
    respond: after(["putDataset"], ({ state, parts, shown, before }) => {
      const former = before.find("dataset", keyOf({ parts }));
      if (!former) return;
      if (former.currentVersion !== shown.currentVersion) {
        state.remove("dataset version", keyIn(shown.namespace, shown.name, shown.currentVersion));
      }
    }),
  },
  {
    title: "shows the current content for all versions of a dataset",
    needsTwo: true,
    respond: after(["putDataset"], ({ state, shown: { namespace = "", name = "" } }) => {
      const rows = state.rows("dataset version").filter((row) => row.namespace === namespace && row.name === name);
      const content = rows.at(-1)?.content ?? {};
      for (const row of rows) {
        state.put("dataset version", keyIn(namespace, name, row.version), { ...row, content });
      }
    }),
  },
  {
    title: "does not find versions of new datasets",
    needsTwo: true,
    respond: after(["putDataset"], ({ state, shown: { namespace, name, currentVersion } }) => {
      state.remove("dataset version", keyIn(namespace, name, currentVersion));
    }),
  },
  {
    title: "does not store the tag of a dataset",
    needsTwo: true,
    respond: after(["addTagToDataset"], ({ state, parts, before }) => {
      state.put("dataset", keyOf({ parts }), before.find("dataset", keyOf({ parts })) ?? {});
    }),
  },
  {
    title: "replaces the tags of a dataset by a new one",
    needsTwo: true,
    respond: async (request, next, context) => {
      const response = await next();
      if (context.operation !== "addTagToDataset" || !isSuccess(response)) return response;
      const { state, parts } = sentIn(request, context);
      changeRow(state, "dataset", keyOf({ parts }), (row) => ({ ...row, tags: asList(row.tags).slice(-1) }));
      return { ...response, body: JSON.stringify(datasetShown(state.get("dataset", keyOf({ parts })))) };
    },
  },
  {
    title: "adds the tag of a field to all fields of the dataset",
    needsTwo: true,
    respond: async (request, next, context) => {
      const response = await next();
      if (context.operation !== "addTagToFieldOfDataset" || !isSuccess(response)) return response;
      const { state, parts } = sentIn(request, context);
      const tag = parts.at(-1) ?? "";
      changeRow(state, "dataset", keyOf({ parts }), (row) => {
        const fields = asList(row.fields).map(asObject);
        return { ...row, fields: fields.map((field) => ({ ...field, tags: [...asList(field.tags), tag] })) };
      });
      return { ...response, body: JSON.stringify(datasetShown(state.get("dataset", keyOf({ parts })))) };
    },
  },
  {
    title: "tags the dataset before as well",
    needsTwo: true,
    respond: after(["addTagToDataset"], ({ state, parts }) => {
      const other = othersThan(state, "dataset", keyOf({ parts })).at(-1);
      const tags = [...asList(other?.tags), parts.at(-1) ?? ""];
      if (other) state.put("dataset", keyIn(other.namespace, other.name), { ...other, tags });
    }),
  },
  {
    title: "deletes no dataset",
    needsTwo: true,
    respond: after(["deleteDataset"], ({ state, parts, before }) => {
      state.put("dataset", keyOf({ parts }), before.find("dataset", keyOf({ parts })) ?? {});
    }),
  },
  {
    title: "deletes all datasets of the namespace",
    needsTwo: true,
    respond: after(["deleteDataset"], ({ state, shown: { namespace = "" } }) => {
      for (const row of state.rows("dataset")) if (row.namespace === namespace) removeDataset(state, row);
    }),
  },
  {
    title: "still lists deleted datasets",
    needsTwo: true,
    respond: stillListing("deleteDataset", "getDatasets", "datasets"),
  },
  {
    title: "counts the datasets of the page only",
    needsTwo: true,
    respond: inBodies(["getDatasets"], (body) => ({ ...body, totalCount: asList(body.datasets).length })),
  },
  {
    title: "still counts deleted datasets",
    needsTwo: true,
    respond: async (request, next, context) => {
      if (context.operation === "deleteDataset")
        context.memory.set("deleted", 1 + (context.memory.get("deleted") ?? 0));
      const deleted = context.memory.get("deleted") ?? 0;
      return inBodies(["getDatasets"], (body) => ({ ...body, totalCount: Number(body.totalCount) + deleted }))(
        request,
        next,
        context,
      );
    },
  },
  {
    title: "ignores the offset of datasets",
    needsTwo: true,
    respond: inValidQuery("getDatasets", (query) => query.delete("offset")),
  },
  {
    title: "omits a dataset between two pages",
    needsTwo: true,
    respond: inValidQuery("getDatasets", (query) => {
      const offset = Number(query.get("offset") ?? 0);
      if (offset > 0) query.set("offset", String(offset + 1));
    }),
  },
  {
    title: "does not list new datasets",
    needsTwo: true,
    prepare: (state) => {
      for (const row of state.rows("dataset")) state.put("known", keyIn(row.namespace, row.name), {});
    },
    respond: (request, next, context) =>
      listing(["getDatasets"], (items) =>
        items.filter(({ namespace, name }) => context.state.find("known", keyIn(namespace, name))),
      )(request, next, context),
  },
];
