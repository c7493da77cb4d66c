import { createHash } from "node:crypto";
import { asList, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, Rejection } from "../../service.js";
import { equal, picked, type Tables } from "../tables.js";
import { inMetadata, type Listing, like, listed, withWords } from "./lists.js";
import { added, changed, confirmed, type Handlers, rowOf, sentIn, urlOf, usualView, type View } from "./rows.js";

const FIELDS = ["custom", "label", "metadata"];

export function addList(tables: Tables, fields: JsonObject, time?: string): JsonObject {
  return added(tables, "itemlist", { ids: [], ...fields }, time);
}

function idsOf({ ids }: JsonObject): Json[] {
  return asList(ids ?? []);
}

function checksumOf(row: JsonObject): string {
  return createHash("sha1").update(idsOf(row).join("\n")).digest("hex");
}

/** A list of items as responses show it. */
function listShown(row: JsonObject, view: View): JsonObject {
  const shown = {
    ...picked(row, ["id", ...FIELDS, "time_created", "time_updated"]),
    ...{ sha1: checksumOf(row), total: idsOf(row).length },
  };
  return view.isIdOnly ? shown : { ...shown, list: `${urlOf(view, "itemlist", row.id)}/ids` };
}

const LISTS_LISTED: Listing = {
  filters: {
    ...{ label: like("label"), metadata: inMetadata, text: withWords("label") },
    total: (row, value) => idsOf(row).length === value,
    sha1: (row, value) => checksumOf(row) === value,
    id: equal("id"),
  },
  shown: listShown,
};

/** Lists of items. */
export const SETS: Handlers = {
  getItemLists: (request, tables, served) =>
    listed(LISTS_LISTED, { rows: tables.rows("itemlist"), tables, request, served }),
  addItemList: (request, tables, served) =>
    confirmed(201, "itemlist", addList(tables, sentIn(request, FIELDS)), usualView(tables, served)),
  getItemListById: (request, tables, served) =>
    json(200, listShown(rowOf(request, tables, "itemlist"), usualView(tables, served))),
  updateItemList(request, tables, served) {
    const row = rowOf(request, tables, "itemlist");
    changed(tables, "itemlist", row, sentIn(request, FIELDS));
    return confirmed(200, "itemlist", row, usualView(tables, served));
  },
  deleteItemSet(request, tables, served) {
    const row = rowOf(request, tables, "itemlist");
    tables.remove("itemlist", String(row.id));
    return confirmed(200, "itemlist", row, usualView(tables, served));
  },
  getItemListIdsById: (request, tables) => json(200, idsOf(rowOf(request, tables, "itemlist"))),
  addItemIdsList(request, tables) {
    const row = rowOf(request, tables, "itemlist");
    const sent = asList(request.body ?? []);
    if (sent.some((id) => !tables.find("item", id))) throw new Rejection(400, "An item does not exist.");
    const ids = [...new Set([...idsOf(row), ...sent])];
    changed(tables, "itemlist", row, { ids });
    return json(200, { status: 200, total: ids.length });
  },
  deleteItemIdFromItemList(request, tables) {
    const row = rowOf(request, tables, "itemlist");
    const { itemId } = request.path;
    if (!idsOf(row).some((id) => id === itemId)) throw new Rejection(404, "The list does not have this item.");
    const ids = idsOf(row).filter((id) => id !== itemId);
    changed(tables, "itemlist", row, { ids });
    return json(200, { status: 200, total: ids.length });
  },
};
