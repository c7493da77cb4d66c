import { describe, expect, test } from "vitest";
import { asList, asObject, type Json } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { type DocumentServer, documentClient, json, type RequestValues, started } from "./document-client.js";
import { startTelemetry, TELEMETRY_FAULTS, type TelemetryFault } from "./telemetry-server.js";

const { operationNamed, call, violations, violationsOf } = await documentClient("telemetry.yaml");

test.each<[title: string, operation: string, values: RequestValues]>([
  ["a page that is too large", "listDevices", { parameters: { query: { page_size: 11 } } }],
  ["an invalid page token", "listDevices", { parameters: { query: { page_token: "?" } } }],
  [
    "parameters that exclude each other",
    "listDevices",
    { parameters: { query: { state: "silent", except_state: "broken" } } },
  ],
  ["a summary without a unit", "summarize", {}],
  ["another schema version", "registerDevice", { body: json({ schema_version: 2, name: "A", serial: 1 }) }],
  ["an unknown field", "registerDevice", { body: json({ schema_version: 1, name: "A", serial: 1, id: "x" }) }],
  [
    "a longitude in place of the latitude",
    "registerDevice",
    { body: json({ schema_version: 1, name: "A", serial: 1, location: [164, 48] }) },
  ],
  [
    "a form without one of its parts",
    "uploadFirmware",
    {
      parameters: { path: { device: "dev-0001" } },
      body: { value: { version: "1.0" }, mediaType: "multipart/form-data" },
    },
  ],
])("the server rejects %s with 400", async (_, id, values) => {
  const response = await call(await started(startTelemetry()), operationNamed(id), values);
  expect(response.status).toBe(400);
  expect(violations(operationNamed(id), response)).toEqual([]);
});

test.each<[query: Record<string, Json>, summary: Json]>([
  [{ unit: "percent" }, { unit: "percent", devices: 5, range: [40, 44] }],
  [
    { unit: "percent", since: "2026-11-07T00:00:00+01:00" },
    { unit: "percent", devices: 0, range: null },
  ],
])("the summary of %j is %j", async (query, summary) => {
  const operation = operationNamed("summarize");
  const response = await call(await started(startTelemetry()), operation, { parameters: { query } });
  expect(response.body).toEqual(summary);
  expect(violations(operation, response)).toEqual([]);
});

/** The ids of the devices on all pages, in order. */
async function listedIds(server: DocumentServer): Promise<Json[]> {
  const operation = operationNamed("listDevices");
  const { paging } = operation;
  const ids: Json[] = [];
  let token: Json | undefined;
  do {
    const query = { page_size: 2, ...(token ? { page_token: token } : {}) };
    const { body } = await call(server, operation, { parameters: { query } });
    ids.push(...asList(valueAt(body, paging?.items ?? "")).map((device) => asObject(device).id ?? null));
    token = paging?.next?.kind === "cursor" ? valueAt(body, paging.next.pointer ?? "") : undefined;
  } while (token && ids.length < 50);
  return ids;
}

test("the pages list every device once", async () => {
  expect(await listedIds(await started(startTelemetry()))).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((number) => `dev-000${number}`),
  );
});

const atDevice = (device: Json): RequestValues => ({ parameters: { path: { device } } });

/** Finds a fault from outside: returns nothing for a server without it. */
interface Probe {
  fault: TelemetryFault;
  probe(server: DocumentServer): Promise<string[]>;
  finds: string[];
}

const PROBES: Probe[] = [
  {
    fault: "swapped-tuple",
    probe: (server) => violationsOf(server, "fetchDevice", atDevice("dev-0001")),
    finds: ["/last_reading/0 must be string", "/last_reading/1 must be number"],
  },
  {
    fault: "dependent-unchecked",
    probe: async (server) => {
      const body = json({ schema_version: 1, name: "A", serial: 1, threshold: 5 });
      const { status } = await call(server, operationNamed("registerDevice"), { body });
      return status === 400 ? [] : [`${status} for a threshold without a unit`];
    },
    finds: ["201 for a threshold without a unit"],
  },
  {
    fault: "header-text",
    probe: (server) => violationsOf(server, "listDevices"),
    finds: ["X-Total-Devices must be integer"],
  },
  {
    fault: "text-response",
    probe: (server) => violationsOf(server, "fetchDevice", atDevice("dev-0001")),
    finds: ["text/plain is not documented"],
  },
  {
    fault: "repeated-item",
    probe: async (server) => {
      const ids = await listedIds(server);
      return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} a second time`);
    },
    finds: ["dev-0002 a second time", "dev-0004 a second time", "dev-0006 a second time"],
  },
  {
    fault: "extra-field",
    probe: (server) =>
      violationsOf(server, "registerDevice", { body: json({ schema_version: 1, name: "A", serial: 1 }) }),
    finds: [' must not have the field "firmware"'],
  },
  {
    fault: "no-password",
    probe: async (server) => {
      const values = { ...atDevice("dev-ffff"), key: "wrong" };
      const { status } = await call(server, operationNamed("retireDevice"), values);
      return status === 401 ? [] : [`${status} for a wrong password`];
    },
    finds: ["404 for a wrong password"],
  },
  {
    fault: "head-without-etag",
    probe: (server) => violationsOf(server, "probeDevice", atDevice("dev-0001")),
    finds: ["ETag is missing"],
  },
];

describe("faults", () => {
  test("each fault has a probe", () => {
    expect(PROBES.map(({ fault }) => fault)).toEqual(Object.keys(TELEMETRY_FAULTS));
  });

  test.each(PROBES)("$fault is found only in a server that has it", async ({ fault, probe, finds }) => {
    expect(await probe(await started(startTelemetry()))).toEqual([]);
    expect(await probe(await started(startTelemetry({ fault })))).toEqual(finds);
  });
});
