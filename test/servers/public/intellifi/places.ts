import { asObject, type JsonObject } from "#openapi/document/document.js";
import { without } from "../../change.js";
import { json, Rejection } from "../../service.js";
import { equal, type Tables } from "../tables.js";
import { emit } from "./events.js";
import { inMetadata, type Listing, like, listed, withWords } from "./lists.js";
import {
  added,
  changed,
  confirmed,
  type Handlers,
  referenceTo,
  rejectTaken,
  rowOf,
  sentIn,
  usualView,
  type View,
  withUrl,
} from "./rows.js";

const OF_LOCATION = ["custom", "label", "metadata"];
const OF_RULE = ["conditions", "enabled", "label", "parameters", "type"];

const LOCATIONS_LISTED: Listing = {
  filters: { label: like("label"), metadata: inMetadata, text: withWords("label") },
  shown: (row, view) => withUrl("location", row, view),
};

/** A rule as responses show it. */
function ruleShown(row: JsonObject, view: View): JsonObject {
  const conditions = asObject(row.conditions ?? {});
  const references = ["from_location", "to_location"].map((name) =>
    referenceTo({ table: "location", name, id: conditions[name] }, view, `conditions.${name}`),
  );
  const shown = { ...row, ...(row.conditions === undefined ? {} : { conditions: Object.assign({}, ...references) }) };
  return withUrl("rule", shown, view);
}

const RULES_LISTED: Listing = {
  filters: { label: like("label"), type: equal("type"), enabled: equal("enabled") },
  shown: ruleShown,
};

/**
 * Rejects a rule about locations that do not exist.
 *
 * @throws Rejection with 400
 */
function rejectUnknown(tables: Tables, { conditions }: JsonObject): void {
  if (conditions === undefined) return;
  const { from_location, to_location } = asObject(conditions);
  if (from_location === undefined) throw new Rejection(400, "conditions.from_location is mandatory.");
  for (const id of [from_location, to_location]) {
    if (id !== undefined && !tables.find("location", id)) throw new Rejection(400, "The location does not exist.");
  }
}

/** Locations. */
const LOCATIONS: Handlers = {
  getLocations: (request, tables, served) =>
    listed(LOCATIONS_LISTED, { rows: tables.rows("location"), tables, request, served }),
  addLocation(request, tables, served) {
    const row = added(tables, "location", sentIn(request, OF_LOCATION));
    emit(tables, "location", row, "created");
    return confirmed(201, "location", row, usualView(tables, served));
  },
  getLocationById: (request, tables, served) =>
    json(200, withUrl("location", rowOf(request, tables, "location"), usualView(tables, served))),
  updateLocation(request, tables, served) {
    const row = rowOf(request, tables, "location");
    changed(tables, "location", row, sentIn(request, OF_LOCATION));
    emit(tables, "location", row, "updated");
    return confirmed(200, "location", row, usualView(tables, served));
  },
  deleteLocation(request, tables, served) {
    const row = rowOf(request, tables, "location");
    for (const rule of tables.rows("rule")) {
      const { from_location, to_location } = asObject(rule.conditions ?? {});
      if (from_location === row.id || to_location === row.id) tables.remove("rule", String(rule.id));
    }
    for (const item of tables.rows("item")) {
      if (item.location === row.id) tables.put("item", String(item.id), without(item, "location"));
    }
    tables.remove("location", String(row.id));
    emit(tables, "location", row, "deleted");
    return confirmed(200, "location", row, usualView(tables, served));
  },
};

/** Rules for moves between locations. */
const RULES: Handlers = {
  getLocationRules: (request, tables, served) =>
    listed(RULES_LISTED, { rows: tables.rows("rule"), tables, request, served }),
  addLocationRule(request, tables, served) {
    const sent = sentIn(request, OF_RULE);
    rejectUnknown(tables, sent);
    return confirmed(200, "rule", added(tables, "rule", { enabled: true, ...sent }), usualView(tables, served));
  },
  getLocationRuleById: (request, tables, served) =>
    json(200, ruleShown(rowOf(request, tables, "rule"), usualView(tables, served))),
  updateLocationRule(request, tables, served) {
    const row = rowOf(request, tables, "rule");
    const sent = sentIn(request, OF_RULE);
    rejectUnknown(tables, sent);
    changed(tables, "rule", row, sent);
    return confirmed(200, "rule", row, usualView(tables, served));
  },
  deleteLocationRule(request, tables, served) {
    const row = rowOf(request, tables, "rule");
    tables.remove("rule", String(row.id));
    return confirmed(200, "rule", row, usualView(tables, served));
  },
};

const PAIRS_LISTED: Listing = {
  filters: { kv_key: equal("kv_key") },
  shown: (row, view) => withUrl("kvpair", row, view),
};

/** Pairs of a key and any value. */
const PAIRS: Handlers = {
  getKvPairs: (request, tables, served) =>
    listed(PAIRS_LISTED, { rows: tables.rows("kvpair"), tables, request, served }),
  addKvPairs(request, tables, served) {
    const sent = sentIn(request, ["kv_key", "kv_value"]);
    rejectTaken(tables, "kvpair", "kv_key", sent.kv_key);
    const row = added(tables, "kvpair", sent);
    emit(tables, "kvpair", row, "created");
    return confirmed(201, "kvpair", row, usualView(tables, served));
  },
  getKvPairsById: (request, tables, served) =>
    json(200, withUrl("kvpair", rowOf(request, tables, "kvpair"), usualView(tables, served))),
  updateKvPair(request, tables, served) {
    const row = rowOf(request, tables, "kvpair");
    changed(tables, "kvpair", row, sentIn(request, ["kv_value"]));
    emit(tables, "kvpair", row, "updated");
    return confirmed(200, "kvpair", row, usualView(tables, served));
  },
  deleteKvPair(request, tables, served) {
    const row = rowOf(request, tables, "kvpair");
    tables.remove("kvpair", String(row.id));
    emit(tables, "kvpair", row, "deleted");
    return confirmed(200, "kvpair", row, usualView(tables, served));
  },
};

export const PLACES: Handlers = { ...LOCATIONS, ...RULES, ...PAIRS };
