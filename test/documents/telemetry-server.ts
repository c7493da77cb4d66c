import { asObject, type JsonObject } from "#openapi/document/document.js";
import { Rejection, serveDocument, type ValidRequest } from "./serve-document.js";

/** The faults that the server of telemetry.yaml can have, one at a time. */
export const TELEMETRY_FAULTS = {
  "swapped-tuple": "fetchDevice: the last reading has the value first and the time second",
  "dependent-unchecked": "registerDevice: a threshold is accepted without its unit",
  "header-text": "listDevices: the header X-Total-Devices is a word",
  "text-response": "fetchDevice: the media type of a device is text/plain",
  "repeated-item": "listDevices: each further page begins with the last device of the page before",
  "extra-field": "registerDevice: the response has a field that no schema describes",
  "no-password": "retireDevice: any credentials are accepted, and a request without credentials as well",
  "head-without-etag": "probeDevice: the required header ETag is missing",
} as const;
export type TelemetryFault = keyof typeof TELEMETRY_FAULTS;

/** The key, which is also the name and password of the operator. */
const KEY = "operator:of-the-telemetry";

/** Starts a server that follows telemetry.yaml, except for the fault. Each server has its own state. */
export async function startTelemetry({ fault }: { fault?: TelemetryFault } = {}) {
  const devices = new Map(DEVICES.map((device) => [String(device.id), device]));
  let registered = 0x0fff;
  const deviceOf = ({ path }: ValidRequest): JsonObject => {
    const device = devices.get(String(path.device));
    if (!device) throw new Rejection(404, `There is no device ${path.device}.`);
    return device;
  };

  const server = await serveDocument("test/documents/telemetry.yaml", {
    authorized(operation, headers) {
      if (operation.id !== "retireDevice") return headers["x-telemetry-key"] === KEY;
      return fault === "no-password" || headers.authorization === `Basic ${btoa(KEY)}`;
    },
    ignores: (_, { keyword }) => fault === "dependent-unchecked" && keyword.endsWith("/dependentRequired"),
    handlers: {
      getHealth: () => ({ status: 200, mediaType: "text/plain", body: "up" }),
      summarize({ query: { unit, since } }) {
        const readings = [...devices.values()].flatMap(({ last_reading: reading }) =>
          Array.isArray(reading) && reading[2] === unit ? [reading] : [],
        );
        const values = readings
          .filter(([moment]) => since === undefined || Date.parse(String(moment)) > Date.parse(String(since)))
          .map(([, value]) => Number(value));
        const range = values.length === 0 ? null : [Math.min(...values), Math.max(...values)];
        return { status: 200, body: { unit: unit ?? null, devices: values.length, range } };
      },
      listDevices({ query: { page_size = 5, page_token, state, except_state } }) {
        const found = [...devices.values()].filter(
          (device) => (state === undefined || device.state === state) && device.state !== except_state,
        );
        const after = page_token === undefined ? "" : deviceBefore(String(page_token));
        // Ids are in order, so a page can begin after the id of a device that was deleted.
        const behind = found.findIndex(({ id }) => String(id) > after);
        const begin = behind < 0 ? found.length : behind;
        const end = begin + Number(page_size);
        const page = found.slice(fault === "repeated-item" ? Math.max(0, begin - 1) : begin, end);
        const next = end < found.length ? btoa(String(page.at(-1)?.id)) : null;
        return {
          status: 200,
          mediaType: "application/vnd.telemetry+json",
          headers: { "X-Total-Devices": fault === "header-text" ? "many" : String(found.length) },
          body: { devices: page, next_page_token: next },
        };
      },
      registerDevice({ body }) {
        registered += 1;
        const id = `dev-${registered.toString(16).padStart(4, "0")}`;
        const device = { note: null, ...asObject(body), id, state: "silent", last_reading: null };
        devices.set(id, device);
        const shown = fault === "extra-field" ? { ...device, firmware: "1.0" } : device;
        return { status: 201, headers: { Location: `/devices/${id}` }, body: shown };
      },
      fetchDevice(request) {
        const device = deviceOf(request);
        const headers = { ETag: tagOf(device) };
        if (fault === "text-response") {
          return { status: 200, headers, mediaType: "text/plain", body: JSON.stringify(device) };
        }
        const { last_reading: reading } = device;
        if (fault !== "swapped-tuple" || !Array.isArray(reading)) return { status: 200, headers, body: device };
        const [moment = null, value = null, ...more] = reading;
        return { status: 200, headers, body: { ...device, last_reading: [value, moment, ...more] } };
      },
      probeDevice(request) {
        const device = deviceOf(request);
        return { status: 200, headers: fault === "head-without-etag" ? {} : { ETag: tagOf(device) } };
      },
      retireDevice(request) {
        devices.delete(String(deviceOf(request).id));
        return { status: 204 };
      },
      uploadFirmware(request) {
        deviceOf(request);
        const size = Buffer.byteLength(String(asObject(request.body).image));
        return { status: 204, headers: { "X-Firmware-Size": String(size) } };
      },
    },
  });
  return { url: server.url, key: KEY, close: server.close };
}

/** The devices of the examples: 1 and 2 are fetched, 3 gets firmware, 7 is retired. */
const DEVICES: JsonObject[] = [
  {
    ...{ id: "dev-0001", schema_version: 1, name: "Boiler", serial: 4711, note: "In the cellar.", state: "reporting" },
    ...{ location: [48.2, 16.4], threshold: 80, unit: "celsius" },
    last_reading: ["2026-11-06T08:30:00Z", 61.5, "celsius"],
  },
  { id: "dev-0002", schema_version: 1, name: "Door", serial: "D-2", note: null, state: "silent", last_reading: null },
  ...["Pump", "Tank", "Roof", "Yard", "Old pump"].map((name, index) => ({
    ...{ id: `dev-000${index + 3}`, schema_version: 1, name, serial: 4712 + index, note: null, state: "reporting" },
    last_reading: ["2026-11-06T08:31:00Z", 40 + index, "percent"],
  })),
];

/** A token encodes the id of the device before its page. */
function deviceBefore(token: string): string {
  const id = Buffer.from(token, "base64").toString("latin1");
  if (btoa(id) !== token || !/^dev-[0-9a-f]{4}$/.test(id)) throw new Rejection(400, "The page_token is invalid.");
  return id;
}

/** The ETag of a device (RFC 9110, 8.8.3), which changes with the device. */
function tagOf(device: JsonObject): string {
  const sum = [...JSON.stringify(device)].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 2 ** 32, 7);
  return `"${sum.toString(16)}"`;
}
