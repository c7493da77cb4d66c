import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { empty, json, Rejection, type Service } from "../../service.js";
import { equal, picked, type Tables } from "../tables.js";
import { CONTACT, checkOriginal } from "./companies.js";
import { from, has, tagged, until } from "./lists.js";
import { bulkDestroy, changed, type Kind, now, operationsOf, rowOf, today } from "./rows.js";

type Handlers = Service<Tables>["handlers"];

const PENDING = 10;
const PLACED = 20;
const ON_HOLD = 25;
const COMPLETE = 30;
const CANCELLED = 40;

const TEXTS = new Map<Json | undefined, string>([
  [PENDING, "Pending"],
  [PLACED, "Placed"],
  [ON_HOLD, "On Hold"],
  [COMPLETE, "Complete"],
  [CANCELLED, "Cancelled"],
]);

const isOpen = ({ status }: JsonObject) => status === PENDING || status === PLACED || status === ON_HOLD;
const isOverdue = (row: JsonObject) => isOpen(row) && row.target_date !== null && String(row.target_date) < today();
const supplierNameOf = ({ supplier }: JsonObject, tables: Tables) => tables.find("company", supplier)?.name ?? "";
const linesOf = ({ pk }: JsonObject, tables: Tables) => tables.rows("line").filter(({ order }) => order === pk);

/** A decimal of at most 13 and 6 digits; null if there is none of that size. */
function decimal(amount: number): string | null {
  return Math.abs(amount) < 1e13 ? String(Number(amount.toFixed(6))) : null;
}

function totalOf({ price, quantity, discount }: JsonObject): string | null {
  return price === null ? null : decimal(Number(price) * Number(quantity) * (1 - Number(discount) / 100));
}

const sumOf = (row: JsonObject, tables: Tables) =>
  decimal(linesOf(row, tables).reduce((sum, line) => sum + Number(totalOf(line) ?? 0), 0));

/** The user of the key. */
const ME: JsonObject = {
  pk: 1,
  username: "purchasing",
  first_name: "Ada",
  last_name: "Berg",
  email: "ada@example.org",
};

function supplierDetail({ supplier }: JsonObject, tables: Tables): JsonObject | null {
  const company = tables.find("company", supplier);
  if (!company) return null;
  return { ...picked(company, ["pk", "active", "name", "description", "image", "currency", "tax_id"]), thumbnail: "" };
}

export const ORDER: Kind = {
  table: "order",
  defaults: {
    ...{ creation_date: null, start_date: null, target_date: null, description: "", link: "", project_code: null },
    ...{ reference: "", responsible: null, contact: null, address: null, status_custom_key: null, notes: null },
    ...{ tags: [], supplier: null, supplier_reference: "", order_currency: null, destination: null },
  },
  references: {
    ...{ project_code: "project", responsible: "owner", contact: "contact", address: "address" },
    ...{ supplier: "company", destination: "location" },
  },
  currencies: ["order_currency"],
  listing: {
    searched: (row, tables) => [row.description, row.reference, supplierNameOf(row, tables), row.supplier_reference],
    filters: {
      assigned_to: equal("responsible"),
      assigned_to_me: ({ responsible }, isMine) => (responsible === ME.pk) === isMine,
      ...{ completed_after: from("complete_date"), completed_before: until("complete_date") },
      ...{ created_after: from("creation_date"), created_before: until("creation_date") },
      created_by: (row, pk) => asObject(row.created_by).pk === pk,
      ...{ has_project_code: has("project_code"), has_start_date: has("start_date") },
      ...{ has_target_date: has("target_date"), max_date: until("target_date"), min_date: from("target_date") },
      outstanding: (row, isWanted) => isOpen(row) === isWanted,
      overdue: (row, isWanted) => isOverdue(row) === isWanted,
      ...{ project_code: equal("project_code"), reference: equal("reference") },
      ...{ start_date_after: from("start_date"), start_date_before: until("start_date") },
      ...{ status: equal("status"), supplier: equal("supplier"), tag_name: tagged },
      ...{ target_date_after: from("target_date"), target_date_before: until("target_date") },
      ...{ updated_after: from("updated_at"), updated_before: until("updated_at") },
    },
    referenced: {
      ...{ assigned_to: "owner", created_by: "user", external_build: "build", part: "part", project_code: "project" },
      ...{ supplier: "company", supplier_part: "supplier part" },
    },
    orders: {
      supplier__name: supplierNameOf,
      total_price: (row, tables) => Number(sumOf(row, tables) ?? 0),
      created_by: ({ created_by }) => asObject(created_by ?? {}).pk,
    },
  },
  shown: (row, tables, { supplier_detail: isDetailed }) => ({
    ...row,
    status_text: TEXTS.get(row.status) ?? "",
    overdue: isOverdue(row),
    contact_detail: contactDetail(row, tables),
    project_code_label: tables.find("project", row.project_code)?.code ?? null,
    ...(isDetailed === true ? { supplier_detail: supplierDetail(row, tables) } : {}),
    supplier_name: supplierNameOf(row, tables),
    total_price: sumOf(row, tables),
  }),
  check: (_, sent, tables) => checkOriginal(ORDER, sent, tables),
  born: ({ creation_date: date }) => ({
    ...{ creation_date: date ?? today(), created_by: ME, issue_date: null, complete_date: null, barcode_hash: "" },
    ...{ line_items: 0, completed_lines: 0, status: PENDING, updated_at: now() },
  }),
  created({ pk = null }, { duplicate }, tables) {
    const { original, copy_extra_lines: copies } = asObject(duplicate ?? {});
    if (duplicate === undefined || copies === false) return;
    for (const line of linesOf({ pk: original ?? null }, tables)) {
      const number = tables.nextNumber();
      tables.put("line", number, { ...line, pk: number, order: pk });
    }
  },
  deleted(row, tables) {
    for (const { pk } of linesOf(row, tables)) tables.remove("line", Number(pk));
  },
};

function contactDetail({ contact }: JsonObject, tables: Tables): JsonObject | null {
  const row = tables.find("contact", contact);
  return row ? CONTACT.shown(row, tables, {}) : null;
}

export const LINE: Kind = {
  table: "line",
  defaults: {
    ...{ line: "", description: "", discount: 0, link: "", notes: "", order: 0, price: null, price_currency: "USD" },
    ...{ project_code: null, quantity: 1, reference: "", target_date: null },
  },
  references: { order: "order", project_code: "project" },
  currencies: ["price_currency"],
  listing: {
    searched: ({ description, notes, quantity, reference }) => [description, notes, quantity, reference],
    filters: { order: equal("order") },
    referenced: { order: "order" },
  },
  shown: (row, tables, { order_detail: isDetailed }) => ({
    ...row,
    total_price: totalOf(row),
    project_code_label: tables.find("project", row.project_code)?.code ?? null,
    ...(isDetailed === true ? { order_detail: ORDER.shown(tables.get("order", row.order), tables, {}) } : {}),
  }),
  check({ price }, sent) {
    if (price !== null && !/\d/.test(String(price))) throw new Rejection(400, "price: A valid number is required.");
    if (sent.price_currency === "") throw new Rejection(400, 'price_currency: "" is not a valid choice.');
  },
};

/** Takes orders in some states to another one. */
function action(states: readonly number[], status: number, dates: () => JsonObject = () => ({})): Handlers[string] {
  return (request, tables) => {
    const row = rowOf(ORDER, request, tables);
    if (!states.includes(Number(row.status))) throw new Rejection(400, `Order is ${TEXTS.get(row.status)}`);
    changed(ORDER, row, { status, updated_at: now(), ...dates() }, tables);
    return empty(201);
  };
}

const complete = action([PLACED], COMPLETE, () => ({ complete_date: today() }));

/** Purchase orders, and their extra lines. */
export const ORDERS: Handlers = {
  ...operationsOf("order_po", ORDER),
  order_po_issue_create: action([PENDING, ON_HOLD], PLACED, () => ({ issue_date: today() })),
  order_po_hold_create: action([PENDING, PLACED], ON_HOLD),
  order_po_cancel_create: action([PENDING, PLACED, ON_HOLD], CANCELLED),
  order_po_complete_create(request, tables, served) {
    const { line_items: lines, completed_lines: completed } = rowOf(ORDER, request, tables);
    const { accept_incomplete: accepts = false } = asObject(request.body ?? {});
    if (accepts !== true && Number(completed) < Number(lines))
      throw new Rejection(400, "Order has incomplete line items");
    complete(request, tables, served);
    return json(201, { accept_incomplete: accepts });
  },
  ...operationsOf("order_po_extra_line", LINE),
  order_po_extra_line_bulk_destroy: bulkDestroy(LINE),
};
