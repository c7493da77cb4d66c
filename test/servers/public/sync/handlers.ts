import type { JsonObject } from "#openapi/document/document.js";
import { empty, json, type ReadRequest, Rejection, type Service } from "../../service.js";
import { picked, type Tables } from "../tables.js";
import { COLLECTION_HANDLERS, removeCollection } from "./collections.js";
import { paged } from "./pages.js";
import {
  ACCOUNT,
  assertRevision,
  dataOf,
  expiryOf,
  formOf,
  newResource,
  newSid,
  now,
  resourceOf,
  revised,
  serviceOf,
  uniqueName,
} from "./resources.js";

const FIELDS: Record<string, string> = {
  AclEnabled: "acl_enabled",
  FriendlyName: "friendly_name",
  ReachabilityDebouncingEnabled: "reachability_debouncing_enabled",
  ReachabilityDebouncingWindow: "reachability_debouncing_window",
  ReachabilityWebhooksEnabled: "reachability_webhooks_enabled",
  WebhookUrl: "webhook_url",
  WebhooksFromRestEnabled: "webhooks_from_rest_enabled",
};

function serviceFields(form: JsonObject): JsonObject {
  const window = form.ReachabilityDebouncingWindow;
  if (window !== undefined && (Number(window) < 1000 || Number(window) > 30_000)) {
    throw new Rejection(400, "Invalid ReachabilityDebouncingWindow: it must be between 1000 and 30000");
  }
  if (form.WebhookUrl !== undefined && !/^https?:\/\//.test(String(form.WebhookUrl))) {
    throw new Rejection(400, "Invalid WebhookUrl: it must be an absolute URL of the scheme http or https");
  }
  return Object.fromEntries(
    Object.entries(picked(form, Object.keys(FIELDS))).map(([name, value]) => [FIELDS[name] ?? name, value]),
  );
}

/** A service with the defaults of all fields that are not given. */
export function newService(sid: string, fields: JsonObject, time = now()): JsonObject {
  const url = `https://sync.twilio.com/v1/Services/${sid}`;
  const names = { documents: "Documents", lists: "Lists", maps: "Maps", streams: "Streams" };
  const links = Object.fromEntries(Object.entries(names).map(([name, path]) => [name, `${url}/${path}`]));
  return {
    ...{
      sid,
      account_sid: ACCOUNT,
      acl_enabled: false,
      date_created: time,
      date_updated: time,
      friendly_name: null,
      links,
    },
    ...{
      reachability_debouncing_enabled: false,
      reachability_debouncing_window: 5000,
      reachability_webhooks_enabled: false,
    },
    ...{ unique_name: null, url, webhook_url: null, webhooks_from_rest_enabled: false, ...fields },
  };
}

function removeService(tables: Tables, { sid = "" }: JsonObject): void {
  for (const table of ["Documents", "Lists", "Maps", "Streams"]) {
    for (const row of tables.rows(table)) if (row.service_sid === sid) removeCollection(tables, table, row);
  }
  tables.remove("Services", sid);
}

const inService = (tables: Tables, table: string, request: ReadRequest) => {
  const { sid } = serviceOf(request, tables);
  return tables.rows(table).filter((row) => row.service_sid === sid);
};

const documentOf = (request: ReadRequest, tables: Tables) =>
  resourceOf(tables, "Documents", request.path.Sid, serviceOf(request, tables));
const streamOf = (request: ReadRequest, tables: Tables) =>
  resourceOf(tables, "Streams", request.path.Sid ?? request.path.StreamSid, serviceOf(request, tables));

/** The operations of sync.yaml. */
export const HANDLERS: Service<Tables>["handlers"] = {
  ...COLLECTION_HANDLERS,
  ListService: (request, tables, served) => paged("services", tables.rows("Services"), request, served),
  CreateService(request, tables) {
    const sid = newSid("IS");
    return json(201, tables.put("Services", sid, newService(sid, serviceFields(formOf(request)))));
  },
  FetchService: (request, tables) => json(200, resourceOf(tables, "Services", request.path.Sid)),
  UpdateService(request, tables) {
    const service = resourceOf(tables, "Services", request.path.Sid);
    return json(200, tables.put("Services", String(service.sid), revised(service, serviceFields(formOf(request)))));
  },
  DeleteService(request, tables) {
    removeService(tables, resourceOf(tables, "Services", request.path.Sid));
    return empty(204);
  },
  ListDocument: (request, tables, served) =>
    paged("documents", inService(tables, "Documents", request), request, served),
  CreateDocument(request, tables) {
    const service = serviceOf(request, tables);
    const form = formOf(request);
    const data = form.Data === undefined ? {} : dataOf(form.Data, 16);
    const unique_name = uniqueName(tables, "Documents", service, form.UniqueName);
    const sid = newSid("ET");
    const fields = { data, date_expires: expiryOf(form, ["Ttl"]) ?? null, unique_name };
    return json(201, tables.put("Documents", sid, newResource("Documents", sid, service, fields)));
  },
  FetchDocument: (request, tables) => json(200, documentOf(request, tables)),
  UpdateDocument(request, tables) {
    const row = documentOf(request, tables);
    assertRevision(request, row);
    const form = formOf(request);
    const date_expires = expiryOf(form, ["Ttl"]);
    const data = form.Data === undefined ? {} : { data: dataOf(form.Data, 16) };
    const after = revised(row, { ...data, ...(date_expires === undefined ? {} : { date_expires }) });
    return json(200, tables.put("Documents", String(row.sid), after));
  },
  DeleteDocument(request, tables) {
    tables.remove("Documents", String(documentOf(request, tables).sid));
    return empty(204);
  },
  ListSyncStream: (request, tables, served) => paged("streams", inService(tables, "Streams", request), request, served),
  CreateSyncStream(request, tables) {
    const service = serviceOf(request, tables);
    const form = formOf(request);
    const unique_name = uniqueName(tables, "Streams", service, form.UniqueName);
    const sid = newSid("TO");
    const fields = { date_expires: expiryOf(form, ["Ttl"]) ?? null, unique_name };
    return json(201, tables.put("Streams", sid, newResource("Streams", sid, service, fields)));
  },
  FetchSyncStream: (request, tables) => json(200, streamOf(request, tables)),
  UpdateSyncStream(request, tables) {
    const row = streamOf(request, tables);
    const date_expires = expiryOf(formOf(request), ["Ttl"]);
    return json(
      200,
      tables.put("Streams", String(row.sid), revised(row, date_expires === undefined ? {} : { date_expires })),
    );
  },
  DeleteSyncStream(request, tables) {
    tables.remove("Streams", String(streamOf(request, tables).sid));
    return empty(204);
  },
  CreateStreamMessage(request, tables) {
    streamOf(request, tables);
    return json(201, { sid: newSid("TZ"), data: dataOf(formOf(request).Data, 4) });
  },
};
