import { asList, type Json, type JsonObject } from "#openapi/document/document.js";
import { json } from "../../service.js";
import { equal, picked, type Tables } from "../tables.js";
import { emit } from "./events.js";
import { inMetadata, type Listing, like, listed, rangesOf, withWords } from "./lists.js";
import {
  added,
  changed,
  confirmed,
  type Handlers,
  now,
  referenceTo,
  rejectTaken,
  rowOf,
  sentIn,
  usualView,
  type View,
  withUrl,
} from "./rows.js";

const CHANGEABLE = ["config_request", "custom", "label", "metadata"];
const SHOWN = [
  ...["id", "code_hex", "is_present", "move_count", "protocol", "technology", "type", ...CHANGEABLE],
  ...["time_created", "time_updated", "time_last_present", "time_moved"],
];

/** The lists that an item is in. */
function setsOf(tables: Tables, id: Json | undefined): string[] {
  const has = (list: JsonObject) => asList(list.ids ?? []).some((each) => each === id);
  return tables.rows("itemlist").flatMap((list) => (has(list) ? String(list.id) : []));
}

/** An item as responses show it. */
function itemShown(row: JsonObject, view: View): JsonObject {
  return withUrl(
    "item",
    {
      ...picked(row, SHOWN),
      sets: setsOf(view.tables, row.id ?? ""),
      ...referenceTo({ table: "location", name: "location", id: row.location }, view),
    },
    view,
  );
}

/** The fields of an item that is put at the requested location, if there is such a location. */
function located(tables: Tables, row: JsonObject, request: Json | undefined): JsonObject {
  const location = tables.find("location", request);
  if (!location || location.id === row.location) return {};
  return { location: location.id ?? "", move_count: Number(row.move_count) + 1, time_moved: now() };
}

const ITEMS_LISTED = (tables: Tables): Listing => ({
  filters: {
    ...rangesOf("code_hex", "code"),
    ...{ code_hex: like("code_hex"), label: like("label"), metadata: inMetadata, text: withWords("label", "code_hex") },
    ...{ is_present: equal("is_present"), location: equal("location"), move_count: equal("move_count") },
    ...{ protocol: equal("protocol"), technology: equal("technology"), type: equal("type") },
    sets: (row, value) => setsOf(tables, row.id).includes(String(value)),
  },
  shown: itemShown,
});

/** Items that are tracked. */
export const ITEMS: Handlers = {
  getItems: (request, tables, served) =>
    listed(ITEMS_LISTED(tables), { rows: tables.rows("item"), tables, request, served }),
  addItem(request, tables, served) {
    const sent = sentIn(request, ["code_hex", "protocol", "technology", "type", ...CHANGEABLE]);
    rejectTaken(tables, "item", "code_hex", sent.code_hex);
    const row = { ...sent, is_present: false, move_count: 0 };
    const { location_request } = sentIn(request, ["location_request"]);
    const item = added(tables, "item", { ...row, ...located(tables, row, location_request) });
    emit(tables, "item", item, "created");
    return confirmed(200, "item", item, usualView(tables, served));
  },
  getItemById: (request, tables, served) =>
    json(200, itemShown(rowOf(request, tables, "item"), usualView(tables, served))),
  updateItem(request, tables, served) {
    const row = rowOf(request, tables, "item");
    const { location_request } = sentIn(request, ["location_request"]);
    changed(tables, "item", row, { ...sentIn(request, CHANGEABLE), ...located(tables, row, location_request) });
    emit(tables, "item", row, "updated");
    return confirmed(200, "item", row, usualView(tables, served));
  },
  deleteItem(request, tables, served) {
    const row = rowOf(request, tables, "item");
    for (const list of tables.rows("itemlist")) {
      const ids = asList(list.ids ?? []).filter((id) => id !== row.id);
      if (ids.length < asList(list.ids ?? []).length) changed(tables, "itemlist", list, { ids });
    }
    tables.remove("item", String(row.id));
    emit(tables, "item", row, "deleted");
    return confirmed(200, "item", row, usualView(tables, served));
  },
};
