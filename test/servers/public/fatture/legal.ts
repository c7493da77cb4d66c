import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import {
  changeJson,
  everywhere,
  inEveryResponse,
  inQuery,
  isSuccess,
  jsonOf,
  type Respond,
  without,
} from "../../change.js";
import { json, type ServedResponse, type Variation } from "../../service.js";
import type { Tables } from "../tables.js";
import { changeRow } from "../variations.js";
import { DOCUMENT } from "./documents.js";
import { after, inData, paging, sending, sentIn, showing, toValid } from "./faults/variations.js";
import { RECEIPT } from "./receipts.js";
import { PRODUCT } from "./registry.js";
import { type Kind, rounded } from "./rows.js";

const LISTS = ["listClients", "listProducts", "listIssuedDocuments", "listReceipts"];
const WRITES = ["createClient", "modifyClient", "createProduct", "modifyProduct", "createReceipt", "modifyReceipt"];
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

const inValues = (change: (value: Json) => Json) =>
  inEveryResponse((response) => changeJson(response, (body) => everywhere(body, change)));

const inRejections = (change: (response: ServedResponse) => ServedResponse) =>
  inEveryResponse((response) => (response.status >= 400 ? change(response) : response));

const invalid = (message: string) => json(422, { error: { message } });

/** A PUT that replaces the whole row, as RFC 9110, 9.3.4 has it. */
const replacing =
  (operation: string, { table, defaults }: Kind): Respond<Tables> =>
  async (request, next, context) => {
    const isMeant = context.operation === operation && !(await context.violation());
    const id = request.path.split("/").at(-1);
    if (isMeant && isObject(asObject(jsonOf(request) ?? {}).data)) {
      changeRow(context.state, table, id, (row) => ({ ...row, ...defaults, type: row.type ?? null }));
    }
    return next();
  };

/** Servers that follow fatture.yaml in other ways than the service. No run may fail. */
export const FATTURE_LEGAL: Variation<Tables>[] = [
  // Forms of responses.
  {
    title: "sends fields in another order",
    respond: inValues((value) => (isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value)),
  },
  {
    title: "sends further fields",
    respond: showing([...WRITES, "getClient", "getProduct", "getReceipt"], (row) => ({ ...row, version: 3, tags: [] })),
  },
  {
    title: "leaves fields without a value out",
    respond: inValues((value) =>
      isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null)) : value,
    ),
  },
  {
    title: "sends times with a zone",
    respond: inValues((value) =>
      typeof value === "string" && TIME.test(value) ? `${value.replace(" ", "T")}+01:00` : value,
    ),
  },
  {
    title: "sends prices with five decimals",
    respond: showing(["createProduct", "modifyProduct", "getProduct", "listProducts"], (row) => ({
      ...row,
      average_price: typeof row.net_price === "number" ? row.net_price / 3 : null,
    })),
  },
  {
    title: "sends no addresses of other pages",
    respond: paging(LISTS, (page) => ({ ...page, next_page_url: null, prev_page_url: null })),
  },
  {
    title: "sends no totals of lists",
    respond: paging(LISTS, (page) => without(page, "total", "last_page", "last_page_url")),
  },
  {
    title: "says how many requests are left",
    respond: inEveryResponse((response) => ({
      ...response,
      headers: { ...response.headers, "RateLimit-HourlyRemaining": "731", "RateLimit-HourlyLimit": "1000" },
    })),
  },
  { title: "sends 403 for companies of others", respond: toForbidden() },
  {
    title: "says in a text why it rejects a request",
    respond: inRejections((response) => changeJson(response, (body) => ({ ...asObject(body), code: "E_REQUEST" }))),
  },
  // Lists.
  {
    title: "lists the newest clients first",
    respond: async (request, next, context) => {
      if (context.operation !== "listClients" || request.query.has("sort")) return next();
      const query = new URLSearchParams(request.query);
      query.set("sort", "-id");
      const response = await next({ ...request, query });
      return changeJson(response, (body) =>
        everywhere(body, (value) => (typeof value === "string" ? value.replace(/[?&]sort=-id/, "") : value)),
      );
    },
  },
  {
    title: "shows all fields of listed documents",
    respond: inQuery("listIssuedDocuments", (query) => {
      if (!query.has("fieldset")) query.set("fieldset", "detailed");
    }),
  },
  {
    title: "does not find pages after the last one",
    respond: async (_, next, { operation = "" }) => {
      const response = await next();
      const isEmpty = LISTS.includes(operation) && isSuccess(response) && /"data":\[\]/.test(String(response.body));
      return isEmpty && Number(asObject(jsonOf(response)).current_page) > 1
        ? json(404, { error: { message: "There is no such page." } })
        : response;
    },
  },
  {
    title: "rejects pages below one",
    respond: toValid(LISTS, ({ query }) =>
      Number(query.get("page") ?? 1) < 1 ? invalid("page is too small") : undefined,
    ),
  },
  // Values.
  {
    title: "removes spaces around texts",
    respond: sending(WRITES, (data) =>
      Object.fromEntries(
        Object.entries(data).map(([name, value]) => [
          name,
          typeof value === "string" && !name.includes("date") && name !== "type" ? value.trim() : (value ?? null),
        ]),
      ),
    ),
  },
  {
    title: "writes tax codes in upper case",
    respond: sending(["createClient", "modifyClient"], (data) =>
      typeof data.tax_code === "string" ? { ...data, tax_code: data.tax_code.toUpperCase() } : data,
    ),
  },
  {
    title: "rounds prices to two decimals",
    respond: sending(["createProduct", "modifyProduct"], (data) =>
      typeof data.net_price === "number" ? { ...data, net_price: rounded(data.net_price) } : data,
    ),
  },
  { title: "replaces products as a whole", respond: replacing("modifyProduct", PRODUCT) },
  { title: "replaces receipts as a whole", respond: replacing("modifyReceipt", RECEIPT) },
  { title: "replaces documents as a whole", respond: replacing("modifyIssuedDocument", DOCUMENT) },
  {
    title: "has one default payment method in each company",
    respond: after(["createPaymentMethod", "modifyPaymentMethod"], ({ state, company, shown }) => {
      for (const row of state.rows("payment_method")) {
        const isOther = row.company === company && row.id !== shown.id && shown.is_default === true;
        if (isOther) state.put("payment_method", String(row.id), { ...row, is_default: false });
      }
    }),
  },
  {
    title: "keeps the time of the last change if nothing changes",
    respond: after(["modifyClient"], ({ state, id, before }) => {
      const previous = before.find("client", id);
      const { updated_at, ...now } = state.get("client", id);
      const isSame = previous && JSON.stringify(without(previous, "updated_at")) === JSON.stringify(now);
      if (isSame) state.put("client", id, { ...now, updated_at: previous.updated_at ?? updated_at ?? null });
    }),
  },
  // Rules that the document does not state.
  {
    title: "rejects clients without a name",
    respond: toValid(["createClient"], ({ sent }) =>
      typeof sent.name === "string" && sent.name !== "" ? undefined : invalid("The data.name field is required."),
    ),
  },
  {
    title: "rejects codes of clients that exist",
    respond: toValid(["createClient"], ({ state, company, sent }) => {
      const isTaken = (row: JsonObject) => row.company === company && row.code === sent.code;
      const exists = typeof sent.code === "string" && state.rows("client").some(isTaken);
      return exists ? json(409, { error: { message: "The code is used already." } }) : undefined;
    }),
  },
  {
    title: "rejects documents without a customer",
    respond: toValid(["createIssuedDocument"], ({ sent }) =>
      isObject(sent.entity) ? undefined : invalid("The data.entity field is required."),
    ),
  },
  {
    title: "does not delete default payment methods",
    respond: toValid(["deletePaymentMethod"], ({ state, id }) =>
      state.find("payment_method", id)?.is_default === true
        ? json(409, { error: { message: "The default payment method cannot be deleted." } })
        : undefined,
    ),
  },
  {
    title: "has no totals of months for years before 2020",
    respond: inData(["getReceiptsMonthlyTotals"], (data, { query }) =>
      Number(query.get("year")) < 2020 ? null : data,
    ),
  },
  {
    title: "deletes documents of the bin by itself",
    respond: async (request, next, context) => {
      const { state } = context;
      const { company } = sentIn(request, context);
      const rows = state.rows("bin").filter((row) => row.company === company);
      for (const row of rows.slice(0, -10)) state.remove("bin", String(row.id));
      return next();
    },
  },
];

function toForbidden(): Respond<Tables> {
  return async (request, next, { state, violation }) => {
    const [, , company] = request.path.split("/");
    const isOfOthers = request.path.startsWith("/c/") && !state.find("company", company);
    const response = await next();
    const isRejected = isOfOthers && response.status === 404 && (await violation())?.kind !== "credentials";
    return isRejected ? json(403, { error: { message: "You cannot use this company." } }) : response;
  };
}
