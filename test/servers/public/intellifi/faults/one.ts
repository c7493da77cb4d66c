import { isSuccess } from "../../../change.js";
import { empty, json } from "../../../service.js";
import { type Fault, ignoring, reading } from "../../variations.js";
import { CRASH, crashesFor, inData, listing, paging, showing, toValid } from "./variations.js";

const LISTS = [
  ...["getItems", "getKvPairs", "getLocations", "getLocationRules", "getItemLists", "getSubscriptions", "getEvents"],
];

/** Faults that one exchange shows. */
export const FAULTS_OF_ONE: Fault[] = [
  {
    title: "ignores the limit of items",
    breaks: "Sets the maximum number of returned resources.",
    respond: ignoring(["getItems"], "limit"),
  },
  {
    title: "sends one location more than the limit",
    breaks: "Sets the maximum number of returned resources.",
    respond: reading(["getLocations"], ["limit"], (limit) => String(Number(limit) + 1)),
  },
  {
    title: "ignores which label of locations is requested",
    breaks: "Filter based on the label value. Supports wildcards: `*`",
    respond: ignoring(["getLocations"], "label"),
  },
  {
    title: "takes wildcards in labels as asterisks",
    breaks: "Filter based on the label value. Supports wildcards: `*`",
    respond: reading([...LISTS], ["label"], (label) =>
      label.includes("*") ? `${label.replaceAll("*", "")}\u0001` : label,
    ),
  },
  {
    title: "lists items of all types",
    breaks: "Filter based on the type of an item.",
    respond: ignoring(["getItems"], "type"),
  },
  {
    title: "lists disabled rules among the enabled ones",
    breaks: "Filter based on the `enabled` property.",
    respond: ignoring(["getLocationRules"], "enabled"),
  },
  {
    title: "ignores the order of items",
    breaks: "Allows you to sort on on or more fields in the resource.",
    respond: ignoring(["getItems"], "sort"),
  },
  {
    title: "sorts locations upwards when the order is reversed",
    breaks: "You may append a minus sign (`-`) to request reverse order",
    respond: reading(["getLocations"], ["sort"], (sort) => sort.replaceAll("-", "")),
  },
  {
    title: "ignores the selection of properties",
    breaks: "Select which properties should be returned.",
    respond: ignoring(LISTS, "select"),
  },
  {
    title: "sends URLs although ids only are requested",
    breaks: "Removes `url` fields from output and shows `_id` instead of `_url` in references.",
    respond: ignoring(LISTS, "id_only"),
  },
  {
    title: "ignores before which id items are requested",
    breaks: "Limits directly on `id`. Marks the end of a range",
    respond: ignoring(["getItems"], "before_id"),
  },
  {
    title: "lists the pair that the range excludes",
    breaks: "Result output excludes the given `id` value.",
    respond: async (request, next, { operation }) => {
      const value = request.query.get("before_id");
      if (operation !== "getKvPairs" || value === null) return next();
      const query = new URLSearchParams(request.query);
      query.delete("before_id");
      query.set("until_id", value);
      return next({ ...request, query });
    },
  },
  {
    title: "lists items from before the requested moment",
    breaks: "Limits on `time_created`, Marks the start of a range",
    respond: ignoring(["getItems"], "after", "from"),
  },
  {
    title: "ignores which key of pairs is requested",
    breaks: "Filter on the key-value pair key value.",
    respond: ignoring(["getKvPairs"], "kv_key"),
  },
  {
    title: "lists events of all actions",
    breaks: "Filter on the topic action",
    respond: ignoring(["getEvents"], "topic.action"),
  },
  {
    title: "sends the count of a list as a text",
    breaks: "#/components/schemas/ResponseEnvelope/properties/count",
    respond: paging(["getItemLists"], (page) => ({ ...page, count: String(page.count) })),
  },
  {
    title: "sends an unknown technology",
    breaks: "#/components/schemas/Technology",
    respond: listing(["getItems"], (rows) => rows.map((row) => ({ ...row, technology: "uwb" }))),
  },
  {
    title: "sends null for missing metadata of lists",
    breaks: "#/components/schemas/Metadata",
    respond: showing(["getItemListById"], (row) => ({ ...row, metadata: row.metadata ?? null })),
  },
  {
    title: "says of full pages that they are not limited",
    breaks: "Becomes false when the number of results is smaller than limit.",
    respond: paging(LISTS, (page) => ({ ...page, is_limited: false })),
  },
  {
    title: "counts the items of a page only",
    breaks: "#/components/schemas/ResponseEnvelope/properties/count",
    respond: paging(["getItems"], (page, items) => ({ ...page, count: items.length })),
  },
  {
    title: "leads from each page to the first one",
    breaks: "URL to the next page of items.",
    respond: paging(LISTS, (page) => {
      if (typeof page.next_url !== "string") return page;
      const url = new URL(page.next_url);
      url.searchParams.delete("before_id");
      return { ...page, next_url: url.href };
    }),
  },
  {
    title: "shows the first location for each id",
    breaks: "Unique identifier",
    respond: async (request, next, { operation, state }) => {
      const [first] = state.rows("location");
      return next(operation === "getLocationById" && first ? { ...request, path: `/locations/${first.id}` } : request);
    },
  },
  {
    title: "sends an empty pair for an unknown id",
    breaks: "Unique identifier",
    respond: toValid(["getKvPairsById"], ({ state, named }) =>
      state.find("kvpair", named) ? undefined : json(200, {}),
    ),
  },
  {
    title: "fails for unknown ids of subscriptions",
    breaks: "Unique identifier",
    respond: toValid(["getSubscriptionById"], ({ state, named }) =>
      state.find("subscription", named) ? undefined : CRASH,
    ),
  },
  {
    title: "fails for rules without a label",
    breaks: "This is used in the user interface, may be empty.",
    respond: crashesFor(["addLocationRule"], ({ sent }) => sent.label === undefined || sent.label === ""),
  },
  {
    title: "fails for custom values that are objects",
    breaks: "This field may contain any datatype that you like",
    respond: crashesFor(
      ["addLocation", "addItem", "addItemList", "addSubscription"],
      ({ sent }) => typeof sent.custom === "object" && sent.custom !== null,
    ),
  },
  {
    title: "accepts unknown types of rules",
    breaks: "#/components/schemas/LocationRuleType",
    ignores: ({ operation, keyword }) => operation === "addLocationRule" && keyword === "enum",
  },
  {
    title: "accepts numbers as labels of items",
    breaks: "#/components/schemas/Label",
    ignores: ({ operation, place }) => operation === "addItem" && place === "/label",
  },
  {
    title: "accepts requests to subscriptions without a key",
    breaks: "Applications are required to provide an API key with every HTTP request",
    ignores: ({ operation, kind }) => operation === "getSubscriptions" && kind === "credentials",
  },
  {
    title: "confirms deletions of lists with 204",
    breaks: "#/paths/~1sets~1itemlists~1{id}/delete/responses",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "deleteItemSet" && isSuccess(response) ? empty(204) : response;
    },
  },
  {
    title: "sends the ids of a list as an object",
    breaks: "#/components/schemas/ListOfItemIds",
    respond: inData(["getItemListIdsById"], (ids) => ({ ids })),
  },
];
