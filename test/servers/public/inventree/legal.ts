import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import {
  changeJson,
  everywhere,
  inEveryResponse,
  inValidQuery,
  isSuccess,
  jsonOf,
  type Respond,
  without,
} from "../../change.js";
import { empty, json, type ServedResponse, type Variation } from "../../service.js";
import type { Tables } from "../tables.js";
import { changeRow } from "../variations.js";
import { COMPANY } from "./companies.js";
import { after, paging, sending, showing, toValid } from "./faults/variations.js";
import { LINE, ORDER } from "./orders.js";
import type { Kind } from "./rows.js";

const LISTS = ["company_list", "company_contact_list", "order_po_list", "order_po_extra_line_list"];
const NAMES = ["company", "company_contact", "order_po", "order_po_extra_line"];
const SAVES = NAMES.flatMap((name) => [`${name}_create`, `${name}_update`, `${name}_partial_update`]);
const COMPANIES = SAVES.slice(0, 3);
const ORDERS = ["order_po_create", "order_po_update", "order_po_partial_update"];
const LINES = ["order_po_extra_line_create", "order_po_extra_line_update", "order_po_extra_line_partial_update"];
const ACTIONS = ["issue", "hold", "cancel", "complete"].map((name) => `order_po_${name}_create`);
const DELETIONS = NAMES.map((name) => `${name}_destroy`);
const TABLES = ["company", "contact", "order", "line"];
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

const CLOSED: ReadonlySet<Json | undefined> = new Set([30, 40]);

const inValues = (change: (value: Json) => Json) =>
  inEveryResponse((response) => changeJson(response, (body) => everywhere(body, change)));

const inRejections = (change: (response: ServedResponse) => ServedResponse) =>
  inEveryResponse((response) => (response.status >= 400 ? change(response) : response));

const invalid = (field: string, message: string) => json(400, { [field]: [message] });

/** A PUT that replaces the whole row (RFC 9110, 9.3.4). */
const replacing = (operation: string, { table, defaults }: Kind): Respond<Tables> =>
  toValid([operation], ({ state, id, sent }) => {
    const kept = Object.keys(defaults).filter((name) => name in sent);
    changeRow(state, table, id, (row) => ({ ...row, ...without(defaults, ...kept) }));
    return undefined;
  });

/** A decimal with six digits after the point, as databases keep it. */
const sixDigits = (value: Json | undefined) => (typeof value === "string" ? Number(value).toFixed(6) : null);

/** The order that a request to an order or to an extra line is about. */
function orderIn(state: Tables, id: string, sent: JsonObject): JsonObject | undefined {
  return state.find("order", id) ?? state.find("order", state.find("line", id)?.order ?? sent.order);
}

/** Servers that follow inventree.yaml in other ways than the service. No run may fail. */
export const INVENTREE_LEGAL: Variation<Tables>[] = [
  // Forms of responses.
  {
    title: "sends fields in another order",
    respond: inValues((value) => (isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value)),
  },
  {
    title: "sends further fields",
    respond: showing(
      NAMES.flatMap((name) => [`${name}_retrieve`, `${name}_create`, `${name}_update`]),
      (row) => ({ ...row, barcode_hash: row.barcode_hash ?? "9a0", revision: 4, labels: [] }),
    ),
  },
  {
    title: "leaves fields without a value out",
    respond: inValues((value) =>
      isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null)) : value,
    ),
  },
  {
    title: "sends times with another time zone",
    respond: inValues((value) =>
      typeof value === "string" && TIME.test(value)
        ? new Date(Date.parse(value) + 7_200_000).toISOString().replace("Z", "+02:00")
        : value,
    ),
  },
  { title: "sends no addresses of other pages", respond: paging(LISTS, (page) => without(page, "next", "previous")) },
  {
    title: "says how many requests are left",
    respond: inEveryResponse((response) => ({
      ...response,
      headers: { ...response.headers, "X-RateLimit-Remaining": "311", "X-RateLimit-Limit": "400" },
    })),
  },
  {
    title: "rejects invalid values with 422",
    respond: inRejections((response) => (response.status === 400 ? { ...response, status: 422 } : response)),
  },
  { title: "rejects without a body", respond: inRejections(({ status }) => empty(status)) },
  {
    title: "rejects requests without a token with 403",
    respond: inRejections((response) => (response.status === 401 ? { ...response, status: 403 } : response)),
  },
  {
    title: "sends prices with six digits after the point",
    respond: showing([...LINES, "order_po_extra_line_retrieve"], (line) => ({
      ...line,
      price: sixDigits(line.price),
      total_price: sixDigits(line.total_price),
    })),
  },
  {
    title: "always includes the details of suppliers",
    respond: async (_, next, { operation = "", state }) => {
      const response = await next();
      if (!ORDERS.includes(operation) && operation !== "order_po_retrieve") return response;
      return changeJson(response, (body) => {
        const row = state.find("order", asObject(body).pk);
        return row && isSuccess(response) ? ORDER.shown(row, state, { supplier_detail: true }) : body;
      });
    },
  },
  // Lists.
  {
    title: "lists the newest orders first",
    respond: inValidQuery("order_po_list", (query) => {
      if (!query.has("ordering")) query.set("ordering", "-creation_date");
    }),
  },
  {
    title: "has at most four items on a page",
    respond: async (request, next, context) => {
      const { operation = "" } = context;
      if (!LISTS.includes(operation)) return next();
      return inValidQuery(operation, (query) => {
        if (Number(query.get("limit")) > 4 || Number(query.get("limit")) < 1) query.set("limit", "4");
      })(request, next, context);
    },
  },
  {
    title: "finds nothing for filters that name what does not exist",
    respond: async (_, next, { operation = "", violation }) => {
      const response = await next();
      const isUnknown = LISTS.includes(operation) && response.status === 400 && !(await violation());
      return isUnknown ? json(200, { count: 0, next: null, previous: null, results: [] }) : response;
    },
  },
  {
    title: "finds the beginnings of names of companies by the filter",
    respond: async (request, next, context) => {
      const name = context.operation === "company_list" ? request.query.get("name") : null;
      if (name === null || (await context.violation())) return next();
      const { state } = context;
      const rows = state.rows("company");
      for (const row of rows) if (!String(row.name).startsWith(name)) state.remove("company", String(row.pk));
      const query = new URLSearchParams(request.query);
      query.delete("name");
      const response = await next({ ...request, query });
      for (const { pk } of rows) state.remove("company", String(pk));
      for (const row of rows) state.put("company", String(row.pk), row);
      return response;
    },
  },
  {
    title: "has no data at first",
    prepare: (state) => {
      for (const table of TABLES) for (const { pk } of state.rows(table)) state.remove(table, String(pk));
    },
  },
  {
    title: "has other clients, which add companies meanwhile",
    respond: (_, next, { count, state }) => {
      if (count % 25 === 0) {
        const pk = state.nextNumber();
        const others = { parts_supplied: 0, parts_manufactured: 0 };
        state.put("company", pk, { pk, ...COMPANY.defaults, ...others, name: `Other ${pk}` });
      }
      return next();
    },
  },
  // Values.
  {
    title: "removes spaces around texts",
    respond: sending(SAVES, (sent) =>
      Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [name, typeof value === "string" ? value.trim() : (value ?? null)]),
      ),
    ),
  },
  { title: "replaces companies as a whole", respond: replacing("company_update", COMPANY) },
  { title: "replaces orders as a whole", respond: replacing("order_po_update", ORDER) },
  { title: "replaces extra lines as a whole", respond: replacing("order_po_extra_line_update", LINE) },
  {
    title: "gives orders without a currency that of their supplier",
    respond: async (_, next, context) => {
      const { state, operation = "" } = context;
      const response = await next();
      const { pk } = asObject(jsonOf(response));
      if (!ORDERS.includes(operation) || !isSuccess(response)) return response;
      changeRow(state, "order", pk, (row) => ({
        ...row,
        order_currency: row.order_currency || (state.find("company", row.supplier)?.currency ?? "USD"),
      }));
      return changeJson(response, () => ORDER.shown(state.get("order", pk), state, {}));
    },
  },
  {
    title: "keeps the time of the last update if nothing changes",
    respond: async (request, next, context) => {
      const { state, operation = "" } = context;
      const before = state.find("order", request.path.split("/").at(-2));
      const response = await next();
      if (!ORDERS.includes(operation) || !before || !isSuccess(response)) return response;
      const { pk = null } = before;
      const row = state.get("order", pk);
      const isSame = JSON.stringify(without(row, "updated_at")) === JSON.stringify(without(before, "updated_at"));
      if (isSame) state.put("order", Number(pk), before);
      return changeJson(response, () => ORDER.shown(state.get("order", pk), state, {}));
    },
  },
  // Rules that the document does not state.
  {
    title: "rejects empty names",
    respond: toValid(SAVES, ({ sent }) =>
      sent.name === "" || sent.reference === "" ? invalid("name", "This field may not be blank.") : undefined,
    ),
  },
  {
    title: "rejects null characters",
    respond: toValid(SAVES, ({ sent }) =>
      JSON.stringify(sent).includes("\\u0000")
        ? invalid("non_field_errors", "Null characters are not allowed.")
        : undefined,
    ),
  },
  {
    title: "rejects fields that the document does not have",
    respond: toValid(COMPANIES, ({ sent }) => {
      const unknown = Object.keys(sent).find((name) => !(name in COMPANY.defaults) && name !== "duplicate");
      return unknown === undefined ? undefined : invalid(unknown, "Unknown field.");
    }),
  },
  {
    title: "rejects references of orders that exist",
    respond: toValid(ORDERS, ({ state, id, sent }) => {
      const isTaken = (row: JsonObject) => row.reference === sent.reference && String(row.pk) !== id;
      return state.rows("order").some(isTaken) ? invalid("reference", "This field must be unique.") : undefined;
    }),
  },
  {
    title: "rejects references of orders without its prefix",
    respond: toValid(ORDERS, ({ sent }) =>
      typeof sent.reference === "string" && !/^PO-\d+$/.test(sent.reference)
        ? invalid("reference", "Reference must match required pattern: PO-{ref:04d}")
        : undefined,
    ),
  },
  {
    title: "rejects names of companies that exist",
    respond: toValid(COMPANIES, ({ state, id, sent }) => {
      const isTaken = (row: JsonObject) => row.name === sent.name && String(row.pk) !== id;
      return state.rows("company").some(isTaken) ? invalid("name", "This field must be unique.") : undefined;
    }),
  },
  {
    title: "rejects orders whose target is before their start",
    respond: toValid(ORDERS, ({ state, id, sent }) => {
      const { start_date: start, target_date: target } = { ...state.find("order", id), ...sent };
      const isWrong = typeof start === "string" && typeof target === "string" && target < start;
      return isWrong ? invalid("target_date", "Target date must be after start date") : undefined;
    }),
  },
  {
    title: "rejects contacts of other companies in orders",
    respond: toValid(ORDERS, ({ state, id, sent }) => {
      const { contact, supplier } = { ...state.find("order", id), ...sent };
      const company = state.find("contact", contact)?.company;
      return company === undefined || company === supplier
        ? undefined
        : invalid("contact", "Contact does not match selected company");
    }),
  },
  {
    title: "rejects suppliers that are not active",
    respond: toValid(ORDERS, ({ state, sent: { supplier } }) => {
      const { active, is_supplier: isSupplier } = state.find("company", supplier) ?? {
        active: true,
        is_supplier: true,
      };
      return active && isSupplier ? undefined : invalid("supplier", "Select an active supplier");
    }),
  },
  {
    title: "rejects quantities below zero",
    respond: toValid(LINES, ({ sent: { quantity } }) =>
      Number(quantity) < 0 ? invalid("quantity", "Ensure this value is greater than or equal to 0.") : undefined,
    ),
  },
  {
    title: "rejects changes of orders that are complete or canceled",
    respond: toValid([...ORDERS.slice(1), ...LINES, "order_po_destroy"], ({ state, id, sent }) =>
      CLOSED.has(orderIn(state, id, sent)?.status) ? invalid("order", "The order is locked") : undefined,
    ),
  },
  {
    title: "does not delete companies with orders",
    respond: toValid(["company_destroy"], ({ state, id }) =>
      state.rows("order").some(({ supplier }) => String(supplier) === id)
        ? json(409, { detail: "The company has orders." })
        : undefined,
    ),
  },
  {
    title: "forbids to change what others created",
    respond: toValid([...SAVES, ...DELETIONS, ...ACTIONS], ({ id }) =>
      id !== "" && Number(id) <= 1000 ? json(403, { detail: "You do not have permission." }) : undefined,
    ),
  },
  {
    title: "confirms the deletion of what does not exist",
    respond: async (_, next, { operation = "", violation }) => {
      const response = await next();
      const isGone = DELETIONS.includes(operation) && response.status === 404 && !(await violation());
      return isGone ? empty(204) : response;
    },
  },
  {
    title: "confirms actions that change nothing",
    respond: async (_, next, { operation = "", violation }) => {
      const response = await next();
      const isIdle = ACTIONS.slice(0, 3).includes(operation) && response.status === 400 && !(await violation());
      return isIdle ? empty(201) : response;
    },
  },
  {
    title: "needs a draft for an order on hold",
    respond: toValid(["order_po_hold_create"], ({ state, id }) =>
      state.find("order", id)?.status === 20 ? invalid("status", "Placed orders cannot be held") : undefined,
    ),
  },
  {
    title: "moves the time of the last update when extra lines change",
    respond: after(LINES, ({ state, shown }) =>
      changeRow(state, "order", shown.order, (row) => ({ ...row, updated_at: new Date().toISOString() })),
    ),
  },
];
