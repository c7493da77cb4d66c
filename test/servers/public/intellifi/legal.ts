import { asObject, isObject, type Json } from "#openapi/document/document.js";
import { changeJson, everywhere, inEveryResponse, inSuccesses, without } from "../../change.js";
import type { ServedResponse, Variation } from "../../service.js";
import type { Tables } from "../tables.js";
import { paging, sending, showing, toValid } from "./faults/variations.js";
import { failed } from "./rows.js";

const LISTS = [
  ...["getItems", "getKvPairs", "getLocations", "getLocationRules", "getItemLists", "getSubscriptions", "getEvents"],
  "getEventsForSubscriptionById",
];
const CREATIONS = ["addItem", "addKvPairs", "addLocation", "addLocationRule", "addItemList", "addSubscription"];
const READS = ["getItemById", "getLocationById", "getLocationRuleById", "getItemListById", "getSubscriptionById"];

const inRejections = (change: (response: ServedResponse) => ServedResponse) =>
  inEveryResponse((response) => (response.status >= 400 ? change(response) : response));

const inValues = (change: (value: Json) => Json) =>
  inEveryResponse((response) => changeJson(response, (body) => everywhere(body, change)));

/** Servers that follow intellifi.yaml in other ways than the service. No run may fail. */
export const INTELLIFI_LEGAL: Variation<Tables>[] = [
  {
    title: "sends fields in another order",
    respond: inValues((value) => (isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value)),
  },
  {
    title: "sends URLs without a host",
    respond: inValues((value) => (typeof value === "string" ? value.replace(/^http:\/\/[^/]+/, "") : value)),
  },
  {
    title: "confirms creations without their URLs",
    respond: inSuccesses(CREATIONS, (response) =>
      changeJson(response, (body) => ({
        ...asObject(body),
        resource: without(asObject(asObject(body).resource ?? {}), "url"),
      })),
    ),
  },
  { title: "sends no counts", respond: paging(LISTS, (page) => without(page, "count", "count_current")) },
  {
    title: "counts the resources that a page may have",
    respond: paging(LISTS, (page, _, { query }) => ({ ...page, count: Number(query.get("limit") ?? 100) })),
  },
  { title: "sends no links to next pages", respond: paging(LISTS, (page) => without(page, "next_url")) },
  {
    title: "shows metadata and custom values that were not sent",
    respond: showing(READS, (row) => ({ metadata: {}, custom: null, ...row })),
  },
  {
    title: "sends further fields",
    respond: showing(READS, (row) => ({ ...row, revision: 3, links: [] })),
  },
  {
    title: "takes spaces from both ends of labels",
    respond: sending(
      ["addItem", "updateItem", "addLocation", "updateLocation", "addLocationRule", "addItemList", "updateItemList"],
      (sent) => (typeof sent.label === "string" ? { ...sent, label: sent.label.trim() } : sent),
    ),
  },
  {
    title: "keeps locations that rules name",
    respond: toValid(["deleteLocation"], ({ state, named }) => {
      const isNamed = state
        .rows("rule")
        .some(({ conditions }) => Object.values(asObject(conditions ?? {})).includes(named));
      return isNamed ? failed(409, "A rule names the location.") : undefined;
    }),
  },
  {
    title: "rejects unknown ids with 400",
    respond: inRejections((response) =>
      response.status === 404 ? { ...response, ...failed(400, "The id is invalid.") } : response,
    ),
  },
  {
    title: "has pages of at most 5 resources",
    respond: async (request, next, { operation = "", violation }) => {
      if (!LISTS.includes(operation) || (await violation())) return next();
      const query = new URLSearchParams(request.query);
      if (Number(query.get("limit") ?? 100) > 5) query.set("limit", "5");
      return next({ ...request, query });
    },
  },
];
