import { changeRow, type Fault } from "../../variations.js";
import { after, forgets, isOld, listing, storing } from "./variations.js";

const CREATES = "POST: Create a new PurchaseOrderExtraLine object";
const UPDATES = "PUT / PATCH: Update an existing PurchaseOrderExtraLine object";
const REMOVES = "DELETE: Remove a PurchaseOrderExtraLine object (or bulk delete multiple objects)";
const SELECTS =
  "Provide either a list of ids (via `items`) or a filter (via `filters`) to select the items to be deleted.";
const SAVES = ["order_po_extra_line_create", "order_po_extra_line_update", "order_po_extra_line_partial_update"];

/** Servers that mix up the extra lines of orders. Each needs two exchanges. */
export const LINE_FAULTS: Fault[] = [
  {
    title: "adds new extra lines to the first order",
    needsTwo: true,
    breaks: CREATES,
    respond: storing(["order_po_extra_line_create"], "line", (row) => ({ ...row, order: 31 })),
  },
  {
    title: "rounds the quantities of stored extra lines",
    needsTwo: true,
    breaks: "#/components/schemas/PurchaseOrderExtraLine/properties/quantity",
    respond: storing(SAVES, "line", (row) => ({ ...row, quantity: Math.round(Number(row.quantity)) })),
  },
  {
    title: "stores no prices of extra lines that are changed",
    needsTwo: true,
    breaks: "#/components/schemas/PatchedPurchaseOrderExtraLine/properties/price",
    respond: storing(["order_po_extra_line_partial_update"], "line", (row, { before }) => ({
      ...row,
      price: before.find("line", row.pk)?.price ?? null,
    })),
  },
  {
    title: "keeps the currency of an extra line that is put",
    needsTwo: true,
    breaks: UPDATES,
    respond: storing(["order_po_extra_line_update"], "line", (row, { before }) => ({
      ...row,
      price_currency: before.find("line", row.pk)?.price_currency ?? "USD",
    })),
  },
  { title: "deletes no extra line", needsTwo: true, breaks: REMOVES, respond: forgets("order_po_extra_line_destroy") },
  {
    title: "deletes no extra line of a list of extra lines",
    needsTwo: true,
    breaks: SELECTS,
    respond: forgets("order_po_extra_line_bulk_destroy"),
  },
  {
    title: "deletes all extra lines of an order with some of them",
    needsTwo: true,
    breaks: SELECTS,
    respond: after(["order_po_extra_line_bulk_destroy"], ({ state, before }) => {
      const deleted = before.rows("line").filter(({ pk }) => !state.find("line", pk));
      for (const { pk, order } of state.rows("line")) {
        if (deleted.some((line) => line.order === order)) state.remove("line", String(pk));
      }
    }),
  },
  {
    title: "does not list new extra lines of an order",
    needsTwo: true,
    breaks: "GET: Return list of PurchaseOrderExtraLine objects (with filters), or a single object",
    respond: listing(["order_po_extra_line_list"], (items, { query }) =>
      query.has("order") ? items.filter(isOld) : items,
    ),
  },
  {
    title: "deletes the order of an extra line with it",
    needsTwo: true,
    breaks: REMOVES,
    respond: after(["order_po_extra_line_destroy"], ({ state, id, before }) => {
      state.remove("order", String(before.find("line", id)?.order));
    }),
  },
  {
    title: "moves a changed extra line to the order before",
    needsTwo: true,
    breaks: UPDATES,
    respond: storing(["order_po_extra_line_partial_update"], "line", (row, { state }) => ({
      ...row,
      order: state.rows("order").findLast(({ pk }) => Number(pk) < Number(row.order))?.pk ?? row.order ?? null,
    })),
  },
  {
    title: "removes the extra lines of an order that is changed",
    needsTwo: true,
    breaks: "PUT / PATCH: Update an existing PurchaseOrder object",
    respond: after(["order_po_partial_update"], ({ state, id }) => {
      for (const { pk, order } of state.rows("line")) if (String(order) === id) state.remove("line", String(pk));
    }),
  },
  {
    title: "gives the notes of a changed extra line to all lines of its order",
    needsTwo: true,
    breaks: "Line item notes",
    respond: after(["order_po_extra_line_partial_update"], ({ state, id, sent: { notes } }) => {
      if (notes === undefined) return;
      const { order } = state.get("line", id);
      for (const line of state.rows("line")) {
        if (line.order === order) changeRow(state, "line", line.pk, (row) => ({ ...row, notes }));
      }
    }),
  },
];
