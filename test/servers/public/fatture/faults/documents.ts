import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { json, type Variation } from "../../../service.js";
import { picked, type Tables } from "../../tables.js";
import { changeRow } from "../../variations.js";
import { totalsOf } from "../totals.js";
import { after, forgets, inData, paging, showing, storing, toValid } from "./variations.js";

const CREATE = ["createIssuedDocument"];
const MODIFY = ["modifyIssuedDocument"];
const AMOUNTS = ["amount_net", "amount_vat", "amount_gross"];

const itemsOf = (row: JsonObject | undefined) => asList(row?.items_list ?? []).map(asObject);

/** Issued documents, receipts and their amounts that are stored, changed or deleted in another way than the server says. */
export const DOCUMENT_FAULTS: Variation<Tables>[] = [
  { title: "forgets changes of documents", needsTwo: true, respond: forgets(...MODIFY) },
  {
    title: "loses the items of a document when other fields are changed",
    needsTwo: true,
    respond: storing(MODIFY, "document", (row, { sent }) => (sent.items_list ? row : { ...row, items_list: [] })),
  },
  {
    title: "adds the items of a change to the stored ones",
    needsTwo: true,
    respond: storing(MODIFY, "document", (row, { sent, before }) =>
      sent.items_list ? { ...row, items_list: [...itemsOf(before.find("document", row.id)), ...itemsOf(row)] } : row,
    ),
  },
  {
    title: "keeps the amounts of a document whose items change",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { state, operation } = context;
      const id = request.path.split("/").at(-1);
      const before = state.find("document", id);
      const response = await next();
      if (operation !== "modifyIssuedDocument" || response.status !== 200 || !before) return response;
      const kept = picked(before, AMOUNTS);
      changeRow(state, "document", id, (row) => ({ ...row, ...kept }));
      const { data } = asObject(JSON.parse(String(response.body)));
      return json(200, { data: { ...asObject(data), ...kept } });
    },
  },
  {
    title: "calculates the VAT of stored documents with 20 percent",
    needsTwo: true,
    respond: storing(CREATE, "document", (row) => ({
      ...row,
      amount_vat: Math.round(Number(row.amount_net) * 20) / 100,
    })),
  },
  {
    title: "marks all payments of a document as paid when it is changed",
    needsTwo: true,
    respond: storing(MODIFY, "document", (row) => ({
      ...row,
      payments_list: asList(row.payments_list ?? []).map((payment) => ({ ...asObject(payment), status: "paid" })),
    })),
  },
  {
    title: "gives a changed document another number",
    needsTwo: true,
    respond: storing(MODIFY, "document", (row) => ({ ...row, number: Number(row.number) + 1 })),
  },
  {
    title: "stores new documents with the date of the next day",
    needsTwo: true,
    respond: storing(CREATE, "document", (row) => ({
      ...row,
      date: new Date(Date.parse(String(row.date)) + 86_400_000).toISOString().slice(0, 10),
    })),
  },
  {
    title: "does not store the customer of a document",
    needsTwo: true,
    respond: storing([...CREATE, ...MODIFY], "document", (row) => ({ ...row, entity: null })),
  },
  {
    title: "does not list new documents",
    needsTwo: true,
    respond: paging(["listIssuedDocuments"], (page, items) => ({
      ...page,
      data: items.filter(({ id }) => Number(id) < 1000),
    })),
  },
  { title: "deletes no document", needsTwo: true, respond: forgets("deleteIssuedDocument") },
  {
    title: "deletes documents without putting them into the bin",
    needsTwo: true,
    respond: after(["deleteIssuedDocument"], ({ state, id }) => state.remove("bin", id)),
  },
  {
    title: "lists documents that are in the bin",
    needsTwo: true,
    respond: async (_, next, { operation, state }) => {
      if (operation !== "listIssuedDocuments") return next();
      const binned = state.rows("bin");
      for (const row of binned) state.put("document", String(row.id), row);
      const response = await next();
      for (const row of binned) state.remove("document", String(row.id));
      return response;
    },
  },
  {
    title: "recovers documents without their items",
    needsTwo: true,
    respond: after(["RecoverBinIssuedDocument"], ({ state, company }) => {
      const last = state.rows("document").findLast((row) => row.company === company);
      changeRow(state, "document", last?.id, (row) => ({ ...row, items_list: [] }));
    }),
  },
  {
    title: "keeps recovered documents in the bin too",
    needsTwo: true,
    respond: after(["RecoverBinIssuedDocument"], ({ state, before }) => {
      for (const row of before.rows("bin")) state.put("bin", String(row.id), row);
    }),
  },
  { title: "recovers no document from the bin", needsTwo: true, respond: forgets("RecoverBinIssuedDocument") },
  { title: "deletes nothing from the bin", needsTwo: true, respond: forgets("DeleteBinIssuedDocument") },
  {
    title: "empties the bin when one document is deleted from it",
    needsTwo: true,
    respond: after(["DeleteBinIssuedDocument"], ({ state, company }) => {
      for (const row of state.rows("bin")) if (row.company === company) state.remove("bin", String(row.id));
    }),
  },
  {
    title: "changes the document whose totals are requested",
    needsTwo: true,
    respond: after(
      ["getExistingIssuedDocumentTotals"],
      ({ state, sent, query: _, before: __, shown: ___, ...done }) => {
        const id = [...state.snapshot()].find(([key]) => key === `document ${done.id}`)?.[1].id;
        changeRow(state, "document", id, (row) => ({ ...row, ...picked(sent, Object.keys(row)), id: row.id ?? null }));
      },
    ),
  },
  {
    title: "ignores the stored items in the totals of a document",
    needsTwo: true,
    respond: toValid(["getExistingIssuedDocumentTotals"], ({ state, id, sent }) =>
      state.find("document", id) ? json(200, { data: totalsOf(sent) }) : undefined,
    ),
  },
  // Receipts.
  {
    title: "does not count new receipts in the totals of their month",
    needsTwo: true,
    respond: async (_, next, { operation, state }) => {
      if (operation !== "getReceiptsMonthlyTotals") return next();
      const rows = state.rows("receipt");
      for (const { id } of rows) if (Number(id) > 1000) state.remove("receipt", String(id));
      const response = await next();
      for (const row of rows) state.put("receipt", String(row.id), row);
      return response;
    },
  },
  {
    title: "still counts deleted receipts in the totals of their month",
    needsTwo: true,
    respond: async (_, next, { operation, state }) => {
      const before = state.rows("receipt");
      if (operation !== "getReceiptsMonthlyTotals") {
        const response = await next();
        const gone = before.filter(({ id }) => operation === "deleteReceipt" && !state.find("receipt", id));
        for (const row of gone) state.put("deleted", String(row.id), row);
        return response;
      }
      const deleted = state.rows("deleted");
      for (const row of deleted) state.put("receipt", String(row.id), row);
      const response = await next();
      for (const row of deleted) state.remove("receipt", String(row.id));
      return response;
    },
  },
  {
    title: "ignores the type of receipts in the totals of a month",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      if (operation !== "getReceiptsMonthlyTotals") return next();
      const rows = state.rows("receipt");
      const type = request.query.get("type");
      for (const row of rows) state.put("receipt", String(row.id), { ...row, type });
      const response = await next();
      for (const row of rows) state.put("receipt", String(row.id), row);
      return response;
    },
  },
  {
    title: "stores receipts without their items",
    needsTwo: true,
    respond: storing(["createReceipt", "modifyReceipt"], "receipt", (row) => ({ ...row, items_list: [] })),
  },
  {
    title: "shows a receipt with the amounts that it had first",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { state, operation } = context;
      const id = request.path.split("/").at(-1);
      const before = operation === "modifyReceipt" ? state.find("receipt", id) : undefined;
      const response = await next();
      if (before && response.status === 200) {
        changeRow(state, "receipt", id, (row) => ({ ...row, ...picked(before, AMOUNTS) }));
      }
      return response;
    },
  },
  {
    title: "keeps the type of a receipt that is changed",
    needsTwo: true,
    respond: storing(["modifyReceipt"], "receipt", (row, { before }) => ({
      ...row,
      type: before.find("receipt", row.id)?.type ?? null,
    })),
  },
  { title: "deletes no receipt", needsTwo: true, respond: forgets("deleteReceipt") },
  // One exchange shows these.
  {
    title: "shows gross amounts of documents without the VAT",
    respond: showing([...CREATE, ...MODIFY, "getIssuedDocument"], (row) => ({
      ...row,
      amount_gross: row.amount_net ?? null,
    })),
  },
  {
    title: "sends the amounts of documents as texts",
    respond: showing(["getIssuedDocument", "listIssuedDocuments"], (row) => ({
      ...row,
      amount_gross: Number(row.amount_gross).toFixed(2),
    })),
  },
  {
    title: "shows the dates of documents with the day first",
    respond: showing([...CREATE, "getIssuedDocument"], (row) => ({
      ...row,
      date: String(row.date).split("-").reverse().join("/"),
    })),
  },
  {
    title: "sends null in place of unknown documents",
    respond: async (_, next, { operation }) => {
      const response = await next();
      const isMissing = operation === "getIssuedDocument" && response.status === 404;
      return isMissing ? json(200, { data: null }) : response;
    },
  },
  {
    title: "sends the totals of a month as an object",
    respond: inData(["getReceiptsMonthlyTotals"], (months) => ({
      ...Object.fromEntries(Object.entries(asList(months))),
    })),
  },
  {
    title: "lists documents of all types",
    respond: async (_, next, { operation, state }) => {
      if (operation !== "listIssuedDocuments") return next();
      const response = await next();
      const page = asObject(JSON.parse(String(response.body)));
      if (response.status !== 200) return response;
      const rows = state.rows("document").slice(0, Number(page.per_page ?? 5));
      const data = rows.map(({ company: _, items_list: __, payments_list: ___, ...row }) => picked(row, SHOWN));
      return json(200, { ...page, data });
    },
  },
];

const SHOWN = ["id", "type", "number", "numeration", "date", "subject", ...AMOUNTS, "created_at", "updated_at"];
