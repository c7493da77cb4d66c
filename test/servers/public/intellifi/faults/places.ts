import { asObject, type JsonObject } from "#openapi/document/document.js";
import { without } from "../../../change.js";
import { type Fault, stillShowing } from "../../variations.js";
import { added } from "../rows.js";
import { after, earlier, forgets, idIn, inData, keeping, notListingNew, rowBefore, sending } from "./variations.js";

const needsTwo = true;

function swapped({ from_location, to_location }: JsonObject): JsonObject {
  return { from_location: to_location ?? from_location ?? "", to_location: from_location ?? "" };
}

/** Faults of locations, rules, pairs and subscriptions, which need two exchanges. */
export const PLACE_FAULTS: Fault[] = [
  {
    title: "stores locations without their metadata",
    breaks: "#/components/schemas/Metadata",
    needsTwo,
    respond: keeping(["addLocation"], "location", (row) => without(row, "metadata")),
  },
  {
    title: "gives new locations the label of the location before",
    breaks: "#/components/schemas/Label",
    needsTwo,
    respond: keeping(["addLocation"], "location", (row, done) => ({
      ...row,
      label: rowBefore(done.state, "location", idIn(done))?.label ?? "",
    })),
  },
  {
    title: "creates another location instead of changing one",
    breaks: "#/paths/~1locations~1{id}/put",
    needsTwo,
    respond: after(["updateLocation"], ({ state, before, named }) => {
      const row = state.find("location", named);
      state.become(before);
      if (row) added(state, "location", without(row, "id", "time_created", "time_updated"));
    }),
  },
  {
    title: "deletes no location",
    breaks: "A JSON object containing the deleted resource",
    needsTwo,
    respond: forgets("deleteLocation"),
  },
  {
    title: "counts deleted locations",
    breaks: "#/components/schemas/ResponseEnvelope/properties/count",
    needsTwo,
    respond: async (_, next, { operation, memory }) => {
      const response = await next();
      const deleted = memory.get("deleted") ?? 0;
      if (operation === "deleteLocation" && response.status === 200) memory.set("deleted", deleted + 1);
      if (operation !== "getLocations" || response.status !== 200) return response;
      const body: JsonObject = JSON.parse(String(response.body));
      return { ...response, body: JSON.stringify({ ...body, count: Number(body.count) + deleted }) };
    },
  },
  {
    title: "enables all new rules",
    breaks: "Whether this rule should be in effect (`true`) or on hold (`false`).",
    needsTwo,
    respond: keeping(["addLocationRule"], "rule", (row) => ({ ...row, enabled: true })),
  },
  {
    title: "swaps the locations of stored rules",
    breaks: "Scope of this rule, e.g. moves at or away from a specific location or towards a specific location.",
    needsTwo,
    respond: keeping(["addLocationRule"], "rule", (row) =>
      row.conditions === undefined ? row : { ...row, conditions: swapped(asObject(row.conditions)) },
    ),
  },
  {
    title: "stores rules without their parameters",
    breaks: "Parameters for this rule; depends on the rule type.",
    needsTwo,
    respond: keeping(["addLocationRule"], "rule", (row) => without(row, "parameters")),
  },
  {
    title: "keeps the type of rules that are changed",
    breaks: "The type of location rule to be applied.",
    needsTwo,
    respond: keeping(["updateLocationRule"], "rule", (row, done) => ({
      ...row,
      type: earlier(done, "rule", row).type ?? "allow",
    })),
  },
  {
    title: "enables or disables all rules with one",
    breaks: "Whether this rule should be in effect (`true`) or on hold (`false`).",
    needsTwo,
    respond: after(["updateLocationRule"], ({ state, sent }) => {
      if (sent.enabled === undefined) return;
      for (const row of state.rows("rule"))
        state.put("rule", String(row.id), { ...row, enabled: sent.enabled ?? true });
    }),
  },
  {
    title: "does not list new rules",
    breaks: "A JSON object containing a list of location rules",
    needsTwo,
    ...notListingNew("getLocationRules", "rule"),
  },
  {
    title: "stores the values of pairs as texts",
    breaks: "The value of the key value pair.",
    needsTwo,
    respond: sending(["addKvPairs", "updateKvPair"], (sent) =>
      sent.kv_value === undefined || typeof sent.kv_value === "string"
        ? sent
        : { ...sent, kv_value: JSON.stringify(sent.kv_value) },
    ),
  },
  {
    title: "keeps the value of a pair that is changed",
    breaks: "The value of the key value pair.",
    needsTwo,
    respond: forgets("updateKvPair"),
  },
  {
    title: "forgets the key of a pair whose value is changed",
    breaks: "Unique identifier for the value.",
    needsTwo,
    respond: keeping(["updateKvPair"], "kvpair", (row) => without(row, "kv_key")),
  },
  {
    title: "accepts a key that another pair has",
    breaks: "Unique identifier for the value.",
    needsTwo,
    respond: async (_, next, { operation, state }) => {
      if (operation !== "addKvPairs") return next();
      const rows = state.rows("kvpair");
      for (const row of rows) state.put("kvpair", String(row.id), without(row, "kv_key"));
      const response = await next();
      for (const row of rows) state.put("kvpair", String(row.id), row);
      return response;
    },
  },
  {
    title: "shows deleted pairs by their ids",
    breaks: "A JSON object containing the deleted resource",
    needsTwo,
    respond: stillShowing("deleteKvPair", ["getKvPairsById"], "kvpair"),
  },
  {
    title: "keeps events for at most 24 hours",
    breaks: "The number of hours this event is retained in the database.",
    needsTwo,
    respond: sending(["addSubscription", "updateSubscription"], (sent) =>
      sent.database_hold_time_h === undefined
        ? sent
        : { ...sent, database_hold_time_h: Math.min(24, Number(sent.database_hold_time_h)) },
    ),
  },
  {
    title: "stores subscriptions without their filters",
    breaks: "MQTT filter that is applied to all events.",
    needsTwo,
    respond: keeping(["addSubscription"], "subscription", (row) => without(row, "topic_filter")),
  },
  {
    title: "changes no flags of subscriptions",
    breaks: "A JSON object containing the modified resource",
    needsTwo,
    respond: sending(["updateSubscription"], (sent) =>
      without(sent, "populate_events", "target_retry", "verify_target_certificate"),
    ),
  },
  {
    title: "keeps no events for new subscriptions",
    breaks: "The subscription determines how long the events are held.",
    needsTwo,
    ...keepsNoEvents(),
  },
  {
    title: "lists the events of all subscriptions for each",
    breaks: "A JSON object containing the events for a specific subscription",
    needsTwo,
    respond: async (_, next, { operation, state }) => {
      if (operation !== "getEventsForSubscriptionById") return next();
      const before = state.copy();
      const subscriptions = state.rows("subscription").map(({ id = "" }) => id);
      for (const row of state.rows("event")) state.put("event", String(row.id), { ...row, subscriptions });
      const response = await next();
      state.become(before);
      return response;
    },
  },
  {
    title: "shows pairs as they were when they were first read",
    breaks: "#/paths/~1kvpairs~1{id}/get",
    needsTwo,
    respond: async (request, next, context) => {
      const { state } = context;
      const first = inData(["getKvPairsById"], (shown, { named }) => {
        const kept = state.find("pair read", named);
        return kept ?? state.put("pair read", named, asObject(shown));
      });
      return first(request, next, context);
    },
  },
];

/** Lists no events that belong only to subscriptions that were created since the server started. */
function keepsNoEvents(): Pick<Fault, "prepare" | "respond"> {
  return {
    prepare: (state) => {
      for (const row of state.rows("subscription")) state.put("known subscription", String(row.id), row);
    },
    respond: inData(["getEventsForSubscriptionById"], (page, { state, named }) =>
      state.find("known subscription", named) ? page : { ...asObject(page), results: [], count: 0, count_current: 0 },
    ),
  };
}
