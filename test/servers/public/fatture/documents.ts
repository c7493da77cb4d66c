import type { Json, JsonObject } from "#openapi/document/document.js";
import { empty, json, type ReadRequest, Rejection, type Service } from "../../service.js";
import { picked, type Tables } from "../tables.js";
import { paged, selected } from "./lists.js";
import { single } from "./registry.js";
import { dataOf, type Kind, now, nulls, rowOf, rowsOf, shown } from "./rows.js";
import { nextDueDateOf, totalsOf, withIds } from "./totals.js";

/** The amounts that a document shows of its totals. */
const AMOUNTS = [
  ...["amount_net", "amount_vat", "amount_gross", "amount_rivalsa", "amount_cassa"],
  ...["amount_withholding_tax", "amount_other_withholding_tax"],
];

const EUR = { id: "EUR", symbol: "€", exchange_rate: "1.00000", html_symbol: "&euro;" };

/** The highest number of a document of the same type and numeration and the same year. */
function lastNumber(row: JsonObject, tables: Tables): number {
  const isLike = (other: JsonObject) =>
    ["company", "type", "numeration", "year"].every((name) => other[name] === row[name]) && other.id !== row.id;
  const numbers = tables.rows("document").flatMap((other) => (isLike(other) ? [Number(other.number)] : []));
  return Math.max(0, ...numbers.filter((number) => number < 1_000_000));
}

function completeDocument(row: JsonObject, sent: JsonObject, tables: Tables): JsonObject {
  if (typeof row.type !== "string") throw new Rejection(422, "The data.type field is required.");
  const nextId = () => tables.nextNumber();
  const date = typeof row.date === "string" ? row.date : now().slice(0, 10);
  const dated: JsonObject = { ...row, date, year: Number(date.slice(0, 4)) };
  const lists: JsonObject = {};
  for (const name of ["items_list", "payments_list"])
    if (sent[name] !== undefined) lists[name] = withIds(row[name], nextId);
  const document: JsonObject = { ...dated, ...lists, number: row.number ?? lastNumber(dated, tables) + 1 };
  return {
    ...document,
    ...picked(totalsOf(document), AMOUNTS),
    next_due_date: nextDueDateOf(document),
    url: `https://compute.example.com/doc/${row.id}.pdf`,
    locked: row.locked ?? false,
  };
}

export const DOCUMENT: Kind = {
  table: "document",
  parameter: "document_id",
  defaults: {
    ...nulls("entity", "type", "number", "numeration", "date"),
    ...{ currency: EUR, language: { code: "it", name: "Italiano" }, subject: "", visible_subject: "", rc_center: null },
    ...{ notes: "", rivalsa: 0, cassa: 0, cassa_taxable: null, amount_cassa_taxable: null, cassa2: 0 },
    ...nulls("cassa2_taxable", "amount_cassa2_taxable", "global_cassa_taxable", "amount_global_cassa_taxable"),
    ...{ withholding_tax: 0, withholding_tax_taxable: 100, other_withholding_tax: 0, stamp_duty: 0 },
    ...{ payment_method: null, use_split_payment: false, use_gross_prices: false, e_invoice: false },
    ...nulls("ei_data", "ei_cassa_type", "ei_cassa2_type", "ei_withholding_tax_causal"),
    ...nulls("ei_other_withholding_tax_type", "ei_other_withholding_tax_causal", "items_list", "payments_list"),
    ...nulls("template", "delivery_note_template", "acc_inv_template"),
    ...{ h_margins: 15, v_margins: 16, show_payments: true, show_payment_method: false, show_totals: "all" },
    ...{ show_notification_button: false, show_tspay_button: false, delivery_note: false, accompanying_invoice: false },
    ...nulls("dn_number", "dn_date", "dn_ai_packages_number", "dn_ai_weight", "dn_ai_causal", "dn_ai_destination"),
    ...{ dn_ai_transporter: null, dn_ai_notes: null, is_marked: false, amount_due_discount: 0 },
    ...nulls("amount_rivalsa_taxable", "amount_withholding_tax_taxable", "amount_other_withholding_tax_taxable"),
    ...nulls("amount_enasarco_taxable", "extra_data", "seen_date", "ei_raw", "price_list_id"),
  },
  optional: ["entity", "payment_method", "template", "delivery_note_template", "acc_inv_template"],
  detailed: ["items_list", "payments_list", "notes", "extra_data", "ei_data", "ei_raw"],
  complete: completeDocument,
};

const documents = single(DOCUMENT);

function openDocument(request: ReadRequest, tables: Tables): JsonObject {
  const row = rowOf("document", "document_id", request, tables);
  if (row.locked === true) throw new Rejection(403, "The document is locked.");
  return row;
}

function moved(from: string, to: string, row: JsonObject, tables: Tables): void {
  tables.remove(from, String(row.id));
  tables.put(to, String(row.id), row);
}

const totals = (document: JsonObject): { data: Json } => ({ data: totalsOf(document) });

/** Issued documents, their totals and their bin. */
export const DOCUMENTS: Service<Tables>["handlers"] = {
  listIssuedDocuments(request, tables, served) {
    const rows = rowsOf("document", request, tables).filter(({ type }) => type === request.query.type);
    const basic = { query: { fieldset: "basic", ...request.query } };
    return paged(
      selected(rows, request).map((row) => shown(DOCUMENT, row, basic)),
      request,
      served,
    );
  },
  createIssuedDocument: documents.create,
  getIssuedDocument: documents.get,
  modifyIssuedDocument(request, tables, served) {
    openDocument(request, tables);
    return documents.modify(request, tables, served);
  },
  deleteIssuedDocument(request, tables) {
    moved("document", "bin", openDocument(request, tables), tables);
    return empty(200);
  },
  getNewIssuedDocumentTotals(request, tables) {
    rowsOf("document", request, tables);
    return json(200, totals(dataOf(request)));
  },
  getExistingIssuedDocumentTotals(request, tables) {
    const row = rowOf("document", "document_id", request, tables);
    return json(200, totals({ ...row, ...dataOf(request) }));
  },
  ListBinIssuedDocuments(request, tables) {
    const rows = rowsOf("bin", request, tables);
    return json(200, { data: rows.map((row) => shown(DOCUMENT, row, { query: { fieldset: "basic" } })) });
  },
  GetBinIssuedDocument: (request, tables) =>
    json(200, { data: shown(DOCUMENT, rowOf("bin", "document_id", request, tables), { query: {} }) }),
  DeleteBinIssuedDocument(request, tables) {
    tables.remove("bin", String(rowOf("bin", "document_id", request, tables).id));
    return empty(200);
  },
  RecoverBinIssuedDocument(request, tables) {
    moved("bin", "document", rowOf("bin", "document_id", request, tables), tables);
    return empty(200);
  },
};
