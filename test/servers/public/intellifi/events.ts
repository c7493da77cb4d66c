import type { JsonObject } from "#openapi/document/document.js";
import { json } from "../../service.js";
import { equal, picked, type Tables } from "../tables.js";
import { type Filter, type Listing, like, listed } from "./lists.js";
import {
  added,
  changed,
  confirmed,
  type Handlers,
  idOf,
  now,
  PATHS,
  rowOf,
  sentIn,
  urlOf,
  usualView,
  type View,
  withUrl,
} from "./rows.js";

const FIELDS = [
  ...["custom", "database_hold_time_h", "description", "populate_events", "target_retry", "target_url"],
  ...["topic_filter", "verify_target_certificate"],
];

const DEFAULTS: JsonObject = {
  ...{ database_hold_time_h: 2, populate_events: false, target_retry: false, verify_target_certificate: true },
};

/** Whether a topic fits an MQTT filter: `+` stands for one level, `#` for all further ones. */
function fits(topic: string, filter: string): boolean {
  const levels = topic.split("/");
  const parts = filter.split("/");
  const end = parts.indexOf("#");
  if (end >= 0 ? levels.length < end : levels.length !== parts.length) return false;
  return parts.slice(0, end < 0 ? undefined : end).every((part, at) => part === "+" || part === levels[at]);
}

/** Keeps an event for the subscriptions that want it. */
export function emit(
  tables: Tables,
  table: string,
  { id = "" }: JsonObject,
  action: "created" | "updated" | "deleted",
  time = now(),
): void {
  const topic = `${PATHS[table]}/${id}/${action}`;
  const wanting = tables.rows("subscription").filter(({ topic_filter, database_hold_time_h }) => {
    return typeof topic_filter === "string" && fits(topic, topic_filter) && Number(database_hold_time_h) > 0;
  });
  if (wanting.length === 0) return;
  const hours = Math.min(1_000_000, Math.max(...wanting.map((each) => Number(each.database_hold_time_h))));
  const eventId = idOf(tables.nextNumber());
  tables.put("event", eventId, {
    ...{ id: eventId, time_created: time, time_event: time },
    time_expire: new Date(Date.parse(time) + hours * 3_600_000).toISOString(),
    ...{ action, resource_id: id, resource_type: PATHS[table] ?? "", table },
    subscriptions: wanting.map((each) => each.id ?? ""),
  });
}

/** An event as responses show it. */
function eventShown(row: JsonObject, view: View): JsonObject {
  const { action = "", resource_id = "", resource_type = "" } = row;
  const reference = view.isIdOnly ? { resource_id } : { resource_url: urlOf(view, String(row.table), resource_id) };
  const topic = { action, resource_type, ...reference };
  return withUrl("event", { ...picked(row, ["id", "time_created", "time_event", "time_expire"]), topic }, view);
}

const EVENT_FILTERS: Readonly<Record<string, Filter>> = {
  "topic.resource_type": equal("resource_type"),
  "topic.action": equal("action"),
  "topic.resource": equal("resource_id"),
};

const EVENTS_LISTED: Listing = { filters: EVENT_FILTERS, shown: eventShown };

/** A subscription as responses show it. */
function subscriptionShown(row: JsonObject, view: View): JsonObject {
  const shown = withUrl("subscription", row, view);
  return view.isIdOnly ? shown : { ...shown, events_url: `${urlOf(view, "subscription", row.id)}/events` };
}

const SUBSCRIPTIONS_LISTED: Listing = {
  filters: {
    topic_filter: equal("topic_filter"),
    description: like("description"),
    database_hold_time_h: equal("database_hold_time_h"),
    populate_events: equal("populate_events"),
    verify_target_certificate: equal("verify_target_certificate"),
  },
  shown: subscriptionShown,
};

/** Subscriptions, and the events that they keep. */
export const EVENTS: Handlers = {
  getEvents: (request, tables, served) =>
    listed(EVENTS_LISTED, { rows: tables.rows("event"), tables, request, served }),
  getEventById: (request, tables, served) =>
    json(200, eventShown(rowOf(request, tables, "event"), usualView(tables, served))),
  getSubscriptions: (request, tables, served) =>
    listed(SUBSCRIPTIONS_LISTED, { rows: tables.rows("subscription"), tables, request, served }),
  addSubscription(request, tables, served) {
    const row = added(tables, "subscription", { ...DEFAULTS, ...sentIn(request, FIELDS) });
    emit(tables, "subscription", row, "created");
    return confirmed(201, "subscription", row, usualView(tables, served));
  },
  getSubscriptionById: (request, tables, served) =>
    json(200, subscriptionShown(rowOf(request, tables, "subscription"), usualView(tables, served))),
  updateSubscription(request, tables, served) {
    const row = rowOf(request, tables, "subscription");
    changed(tables, "subscription", row, sentIn(request, FIELDS));
    emit(tables, "subscription", row, "updated");
    return confirmed(200, "subscription", row, usualView(tables, served));
  },
  deleteSubscription(request, tables, served) {
    const row = rowOf(request, tables, "subscription");
    tables.remove("subscription", String(row.id));
    emit(tables, "subscription", row, "deleted");
    return confirmed(200, "subscription", row, usualView(tables, served));
  },
  getEventsForSubscriptionById(request, tables, served) {
    const { id = "" } = rowOf(request, tables, "subscription");
    const rows = tables.rows("event").filter(({ subscriptions }) => [subscriptions].flat().includes(id));
    return listed(EVENTS_LISTED, { rows, tables, request, served });
  },
};
