import type { JsonObject } from "#openapi/document/document.js";
import { json, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import {
  assertFilled,
  changed,
  checkedMetadata,
  deleted,
  expansions,
  fieldsOf,
  invalid,
  listed,
  newId,
  now,
} from "./requests.js";

/** The form of an item, by the type of its list. */
const FORMS: Record<string, RegExp> = {
  card_bin: /^\d{6,8}$/,
  card_fingerprint: /^\w{1,64}$/,
  country: /^[A-Z]{2}$/,
  customer_id: /^cus_\w+$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  ip_address: /^(\d{1,3}\.){3}\d{1,3}$|^[\da-f:]+$/i,
};

/** The items of a list, the newest one first. */
function itemsOf(tables: Tables, id: string): JsonObject[] {
  return tables
    .rows("value_list_item")
    .filter(({ value_list }) => value_list === id)
    .toReversed();
}

/** A list with its first ten items. */
function shown(tables: Tables, list: JsonObject): JsonObject {
  const items = itemsOf(tables, String(list.id));
  const url = `/v1/radar/value_list_items?value_list=${String(list.id)}`;
  return { ...list, list_items: { object: "list", data: items.slice(0, 10), has_more: items.length > 10, url } };
}

function assertUnused(tables: Tables, { alias = null }: JsonObject, id = ""): void {
  const other = tables.rows("value_list").some((list) => list.alias === alias && list.id !== id);
  if (other) throw invalid("alias", `A value list with the alias '${String(alias)}' already exists.`);
}

/** Lists of values, and their items. */
export const VALUE_LISTS: Service<Tables>["handlers"] = {
  GetRadarValueLists: (request, tables) =>
    listed(request, tables, {
      table: "value_list",
      url: "/v1/radar/value_lists",
      filters: ["alias"],
      selects: ({ id }) =>
        request.query.contains === undefined ||
        itemsOf(tables, String(id)).some(({ value }) => value === request.query.contains),
      shown: (list) => shown(tables, list),
    }),
  PostRadarValueLists(request, tables) {
    const sent = fieldsOf(request, ["alias", "item_type", "metadata", "name"]);
    expansions(request, []);
    assertFilled(sent, ["alias", "name"]);
    assertUnused(tables, sent);
    const id = newId("rsl");
    const { alias = "", item_type = "string", name = "" } = sent;
    const fixed = {
      id,
      object: "radar.value_list",
      created: now(),
      created_by: "staging@example.com",
      livemode: false,
    };
    const list = { ...fixed, alias, item_type, metadata: checkedMetadata(sent.metadata), name };
    return json(200, shown(tables, tables.put("value_list", id, list)));
  },
  GetRadarValueListsValueList(request, tables) {
    expansions(request, []);
    return json(200, shown(tables, tables.get("value_list", request.path.value_list)));
  },
  PostRadarValueListsValueList(request, tables) {
    const list = tables.get("value_list", request.path.value_list);
    const sent = fieldsOf(request, ["alias", "metadata", "name"]);
    expansions(request, []);
    assertFilled(sent, ["alias", "name"]);
    assertUnused(tables, sent, String(list.id));
    return json(200, shown(tables, tables.put("value_list", String(list.id), changed(list, sent))));
  },
  DeleteRadarValueListsValueList(request, tables) {
    const list = tables.get("value_list", request.path.value_list);
    for (const { id = "" } of itemsOf(tables, String(list.id))) tables.remove("value_list_item", id);
    tables.remove("value_list", String(list.id));
    return deleted(list);
  },
  GetRadarValueListItems(request, tables) {
    const { value_list } = request.query;
    if (!tables.find("value_list", value_list)) throw new Rejection(404, `No such value list: '${String(value_list)}'`);
    return listed(request, tables, {
      table: "value_list_item",
      url: "/v1/radar/value_list_items",
      filters: ["value_list", "value"],
    });
  },
  PostRadarValueListItems(request, tables) {
    const sent = fieldsOf(request, ["value", "value_list"]);
    expansions(request, []);
    assertFilled(sent, ["value", "value_list"]);
    const { value = "", value_list = "" } = sent;
    const list = tables.find("value_list", value_list);
    if (!list) throw invalid("value_list", `No such value list: '${String(value_list)}'`);
    const form = FORMS[String(list.item_type)];
    if (form && !form.test(String(value))) throw invalid("value", `It is not a valid ${String(list.item_type)}.`);
    if (itemsOf(tables, String(value_list)).some((item) => item.value === value))
      throw invalid("value", "The list has it already.");
    const id = newId("rsli");
    const fixed = { id, object: "radar.value_list_item", created: now(), created_by: "staging@example.com" };
    return json(200, tables.put("value_list_item", id, { ...fixed, livemode: false, value, value_list }));
  },
  GetRadarValueListItemsItem(request, tables) {
    expansions(request, []);
    return json(200, tables.get("value_list_item", request.path.item));
  },
  DeleteRadarValueListItemsItem(request, tables) {
    const item = tables.get("value_list_item", request.path.item);
    tables.remove("value_list_item", String(item.id));
    return deleted(item);
  },
};
