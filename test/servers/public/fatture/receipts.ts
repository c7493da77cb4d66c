import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type Service } from "../../service.js";
import { numbersTo, type Tables } from "../tables.js";
import { single } from "./registry.js";
import { type Kind, now, nulls, numberOf, rounded, rowsOf } from "./rows.js";
import { percentOf, withIds } from "./totals.js";

/** An item with its gross amount. */
function completeItem(item: JsonObject): JsonObject {
  const { amount_net: net, amount_gross: gross } = item;
  if (typeof net !== "number" || typeof gross === "number") return item;
  return { ...item, amount_gross: rounded(net * (1 + percentOf(item) / 100)) };
}

/** Amounts that are not sent follow from the items, or from the others. */
function completeReceipt(row: JsonObject, sent: JsonObject, tables: Tables): JsonObject {
  const list = sent.items_list === undefined ? row.items_list : withIds(row.items_list, () => tables.nextNumber());
  const items = list === null || list === undefined ? [] : asList(list).map(asObject).map(completeItem);
  const sumOf = (name: string) => items.reduce((total, item) => total + numberOf(item[name]), 0);
  const isGiven = (name: string) => typeof sent[name] === "number";
  const hasItems = sent.items_list !== undefined;
  const net = isGiven("amount_net") || !hasItems ? row.amount_net : rounded(sumOf("amount_net"));
  const vat =
    isGiven("amount_vat") || !hasItems ? row.amount_vat : rounded(sumOf("amount_gross") - sumOf("amount_net"));
  const gross = isGiven("amount_gross") ? row.amount_gross : rounded(numberOf(net) + numberOf(vat));
  const amounts: JsonObject = { amount_net: net ?? 0, amount_vat: vat ?? 0, amount_gross: gross ?? 0 };
  return { ...row, ...amounts, date: row.date ?? now().slice(0, 10), items_list: items };
}

export const RECEIPT: Kind = {
  table: "receipt",
  parameter: "document_id",
  defaults: {
    ...nulls("date", "number", "numeration", "amount_net", "amount_vat", "amount_gross"),
    ...{ use_gross_prices: false, type: "sales_receipt", description: null, rc_center: null },
    ...{ payment_account: null, items_list: null },
  },
  optional: ["payment_account"],
  detailed: ["items_list"],
  complete: completeReceipt,
};

const receipts = single(RECEIPT);

/** A request whose receipt has the next number of its numeration. */
function numbered(request: ReadRequest, tables: Tables): ReadRequest {
  const { data, autocomplete_number: isNumbered } = asObject(request.body ?? {});
  if (isNumbered !== true || !isObject(data)) return request;
  const rows = rowsOf("receipt", request, tables).filter(({ numeration }) => numeration === (data.numeration ?? null));
  const number = Math.max(0, ...rows.map((row) => numberOf(row.number)).filter((each) => each < 1_000_000)) + 1;
  return { ...request, body: { data: { ...data, number } } };
}

/** The sums of the receipts of each month. */
function monthsOf(rows: readonly JsonObject[], year: string): Json {
  return numbersTo(12).map((month) => {
    const prefix = `${year}-${String(month).padStart(2, "0")}-`;
    const inMonth = rows.filter(({ date }) => String(date).startsWith(prefix));
    const sumOf = (name: string) => rounded(inMonth.reduce((total, row) => total + numberOf(row[name]), 0));
    return { net: sumOf("amount_net"), gross: sumOf("amount_gross"), count: inMonth.length };
  });
}

/** Receipts and their sums. */
export const RECEIPTS: Service<Tables>["handlers"] = {
  listReceipts: receipts.list,
  createReceipt: (request, tables, served) => receipts.create(numbered(request, tables), tables, served),
  getReceipt: receipts.get,
  modifyReceipt: receipts.modify,
  deleteReceipt: receipts.remove,
  getReceiptsMonthlyTotals(request, tables) {
    const { type, year } = request.query;
    if (!/^\d{4}$/.test(String(year))) throw new Rejection(422, "The year must have four digits.");
    const rows = rowsOf("receipt", request, tables).filter((row) => row.type === type);
    return json(200, { data: monthsOf(rows, String(year)) });
  },
};
