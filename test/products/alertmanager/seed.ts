import { setTimeout as sleep } from "node:timers/promises";
import { asList, asObject, asText } from "#openapi/document/document.js";
import { sendJson } from "../send-json.js";

const DAY = 24 * 60 * 60 * 1000;

/** Alerts by their labels. They end long after the run. */
const ALERTS = [
  { alertname: "DiskFull", instance: "db-1", severity: "critical", team: "databases" },
  { alertname: "ReplicationLag", instance: "db-1", severity: "warning", team: "databases" },
  { alertname: "ReplicationLag", instance: "db-2", severity: "warning", team: "databases" },
  { alertname: "HighLatency", instance: "web-1", severity: "warning", team: "web" },
  { alertname: "HighLatency", instance: "web-2", severity: "warning", team: "web" },
  { alertname: "CertificateExpires", instance: "web-1", severity: "info", team: "web" },
];

/** Silences by what they match, and the days in which they begin and end. */
const SILENCES = [
  { name: "team", value: "databases", isRegex: false, begin: 0, end: 30 },
  { name: "instance", value: "web-.*", isRegex: true, begin: 0, end: 14 },
  { name: "alertname", value: "CertificateExpires", isRegex: false, begin: 7, end: 21 },
  { name: "instance", value: "db-9", isRegex: false, begin: 0, end: 2 },
];

/** Creates alerts, and silences that are active, pending and expired. */
export async function seedAlertmanager(url: string): Promise<void> {
  const now = Date.now();
  const day = (count: number) => new Date(now + count * DAY).toISOString();
  await sendJson(`${url}/alerts`, {
    method: "POST",
    body: ALERTS.map((labels) => ({
      labels,
      annotations: { summary: `${labels.alertname} on ${labels.instance}` },
      startsAt: day(-1),
      endsAt: day(30),
      generatorURL: "http://127.0.0.1/graph",
    })),
  });
  let last: string | undefined;
  for (const { name, value, isRegex, begin, end } of SILENCES) {
    const body = {
      matchers: [{ name, value, isRegex, isEqual: true }],
      startsAt: day(begin),
      endsAt: day(end),
      createdBy: "operator@example.com",
      comment: `Maintenance of ${value}`,
    };
    last = asText(asObject(await sendJson(`${url}/silences`, { method: "POST", body })).silenceID);
  }
  await sendJson(`${url}/silence/${last}`, { method: "DELETE" });
  await processed(url);
}

/** Waits until the product has assigned its state to each alert, which is part of the data. */
async function processed(url: string): Promise<void> {
  for (let count = 0; count < 100; count += 1) {
    const states = asList(await sendJson(`${url}/alerts`)).map((each) => asObject(asObject(each).status).state);
    if (states.length === ALERTS.length && states.every((state) => state !== "unprocessed")) return;
    await sleep(100);
  }
  throw new Error("Alertmanager did not process the alerts.");
}
