import { inValidQuery, isSuccess } from "../../../change.js";
import { changeRow, type Fault } from "../../variations.js";
import { now } from "../rows.js";
import { after, forgets, isOld, listing, rowBefore, stillListing, storing } from "./variations.js";

const CREATES = "POST: Create a new PurchaseOrder object";
const UPDATES = "PUT / PATCH: Update an existing PurchaseOrder object";
const REMOVES = "DELETE: Remove a PurchaseOrder object";
const STARTS = "The initial index from which to return the results.";
const ISSUES = "API endpoint to 'issue' (place) a PurchaseOrder.";
const UPDATED = "Timestamp of last update";
const CREATE = ["order_po_create"];
const PATCH = ["order_po_partial_update"];
const SAVES = ["order_po_create", "order_po_update", "order_po_partial_update"];

const OF_ORDERS: Fault[] = [
  { title: "forgets new orders", needsTwo: true, breaks: CREATES, respond: forgets(...CREATE) },
  {
    title: "stores orders without their supplier references",
    needsTwo: true,
    breaks: "Supplier order reference code",
    respond: storing(SAVES, "order", (row) => ({ ...row, supplier_reference: "" })),
  },
  {
    title: "gives a changed order the first supplier",
    needsTwo: true,
    breaks: "Company from which the items are being ordered",
    respond: storing(PATCH, "order", (row) => ({ ...row, supplier: 1 })),
  },
  {
    title: "keeps the target date of an order that is changed",
    needsTwo: true,
    breaks: UPDATES,
    respond: storing(PATCH, "order", (row, { before }) => ({
      ...row,
      target_date: before.find("order", row.pk)?.target_date ?? null,
    })),
  },
  {
    title: "stores the start date of an order as its target date too",
    needsTwo: true,
    breaks: "Expected date for order delivery.",
    respond: storing(CREATE, "order", (row) => ({ ...row, target_date: row.start_date ?? null })),
  },
  {
    title: "empties the description of an order that is changed",
    needsTwo: true,
    breaks: UPDATES,
    respond: storing(PATCH, "order", (row) => ({ ...row, description: "" })),
  },
  {
    title: "cuts the notes of stored orders after four characters",
    needsTwo: true,
    breaks: "Markdown notes (optional)",
    respond: storing(SAVES, "order", (row) => ({
      ...row,
      notes: typeof row.notes === "string" ? row.notes.slice(0, 4) : null,
    })),
  },
  { title: "deletes no order", needsTwo: true, breaks: REMOVES, respond: forgets("order_po_destroy") },
  {
    title: "still lists deleted orders",
    needsTwo: true,
    breaks: REMOVES,
    respond: stillListing(["order_po_destroy"], "order_po_list", "order"),
  },
  {
    title: "does not list new orders",
    needsTwo: true,
    breaks: "GET: Return list of PurchaseOrder objects (with filters), or a single PurchaseOrder object",
    respond: listing(["order_po_list"], (items) => items.filter(isOld)),
  },
  {
    title: "shows the last order of a page on the next one again",
    needsTwo: true,
    breaks: STARTS,
    respond: inValidQuery("order_po_list", (query) => {
      const offset = Number(query.get("offset") ?? 0);
      if (offset > 0) query.set("offset", String(offset - 1));
    }),
  },
  {
    title: "shows the first page of orders whatever page is requested",
    needsTwo: true,
    breaks: STARTS,
    respond: inValidQuery("order_po_list", (query) => query.delete("offset")),
  },
  {
    title: "lists orders without their links",
    needsTwo: true,
    breaks: "Link to external page",
    respond: listing(["order_po_list"], (items) => items.map((item) => ({ ...item, link: "" }))),
  },
  {
    title: "does not find new orders by a search",
    needsTwo: true,
    breaks:
      "A search term. Searched fields: description, project_code__code, reference, supplier__name, supplier_reference.",
    respond: listing(["order_po_list"], (items, { query }) => (query.has("search") ? items.filter(isOld) : items)),
  },
  {
    title: "says that an order was updated when it is read",
    needsTwo: true,
    breaks: UPDATED,
    respond: after(["order_po_retrieve"], ({ state, id }) =>
      changeRow(state, "order", id, (row) => ({ ...row, updated_at: now() })),
    ),
  },
  {
    title: "copies no extra lines of the original of an order",
    needsTwo: true,
    breaks: "Copy extra line items from the original order",
    respond: after(CREATE, ({ state, shown }) => {
      for (const { pk, order } of state.rows("line")) if (order === shown.pk) state.remove("line", String(pk));
    }),
  },
  {
    title: "creates a second order when one is put",
    needsTwo: true,
    breaks: UPDATES,
    respond: after(["order_po_update"], ({ state, id }) => {
      const pk = state.nextNumber();
      state.put("order", pk, { ...state.get("order", id), pk });
    }),
  },
];

const OF_ACTIONS: Fault[] = [
  { title: "issues no order", needsTwo: true, breaks: ISSUES, respond: forgets("order_po_issue_create") },
  {
    title: "puts no order on hold",
    needsTwo: true,
    breaks: "API endpoint to place a PurchaseOrder on hold.",
    respond: forgets("order_po_hold_create"),
  },
  {
    title: "cancels no order",
    needsTwo: true,
    breaks: "API endpoint to 'cancel' a purchase order.",
    respond: forgets("order_po_cancel_create"),
  },
  {
    title: "completes no order",
    needsTwo: true,
    breaks: "API endpoint to 'complete' a purchase order.",
    respond: forgets("order_po_complete_create"),
  },
  {
    title: "puts orders on hold that are to be canceled",
    needsTwo: true,
    breaks: "API endpoint to 'cancel' a purchase order.",
    respond: storing(["order_po_cancel_create"], "order", (row) => ({ ...row, status: 25 })),
  },
  {
    title: "stores no date when an order is issued",
    needsTwo: true,
    breaks: "Date order was issued",
    respond: storing(["order_po_issue_create"], "order", (row) => ({ ...row, issue_date: null })),
  },
  {
    title: "stores no date when an order is completed",
    needsTwo: true,
    breaks: "Date order was completed",
    respond: storing(["order_po_complete_create"], "order", (row) => ({ ...row, complete_date: null })),
  },
  {
    title: "issues the order that was created before as well",
    needsTwo: true,
    breaks: ISSUES,
    respond: after(["order_po_issue_create"], ({ state, id }) => {
      const other = rowBefore(state, "order", id);
      changeRow(state, "order", other?.pk, (row) => ({ ...row, status: 20 }));
    }),
  },
  {
    title: "puts all orders of the supplier on hold",
    needsTwo: true,
    breaks: "API endpoint to place a PurchaseOrder on hold.",
    respond: after(["order_po_hold_create"], ({ state, id }) => {
      const { supplier } = state.get("order", id);
      for (const row of state.rows("order")) {
        if (row.supplier === supplier) state.put("order", String(row.pk), { ...row, status: 25 });
      }
    }),
  },
  {
    title: "empties the supplier reference of an order that is issued",
    needsTwo: true,
    breaks: ISSUES,
    respond: storing(["order_po_issue_create"], "order", (row) => ({ ...row, supplier_reference: "" })),
  },
  {
    title: "removes an order that is canceled",
    needsTwo: true,
    breaks: "API endpoint to 'cancel' a purchase order.",
    respond: async (request, next, context) => {
      const response = await next();
      const id = request.path.split("/").at(-3) ?? "";
      if (context.operation === "order_po_cancel_create" && isSuccess(response)) context.state.remove("order", id);
      return response;
    },
  },
];

/** Servers that mix up purchase orders, or do not do what actions ask for. Each needs two exchanges. */
export const ORDER_FAULTS: Fault[] = [...OF_ORDERS, ...OF_ACTIONS];
