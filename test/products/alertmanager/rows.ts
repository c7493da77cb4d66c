import { asList, asObject, asText, type JsonObject } from "#openapi/document/document.js";
import type { Row } from "../row.js";
import { sendJson } from "../send-json.js";

/** The alerts and silences. The rest of the data is the configuration, which the API cannot change. */
export async function alertmanagerRows(url: string): Promise<Row[]> {
  const [alerts, silences] = await Promise.all([sendJson(`${url}/alerts`), sendJson(`${url}/silences`)]);
  return [...asList(alerts).map(asObject).map(alertRow), ...asList(silences).map(asObject).map(silenceRow)];
}

/** The API has no removal of an alert. It ends on its own, and is then not listed. */
function alertRow(alert: JsonObject): Row {
  const fingerprint = asText(alert.fingerprint) ?? "";
  const labels = Object.values(asObject(alert.labels)).map(String);
  return {
    kind: "alerts",
    key: `${fingerprint} ${JSON.stringify(alert.labels)}`,
    content: contentOf(alert),
    noun: "alert",
    names: [[fingerprint], labels],
    removals: [],
  };
}

/** A silence that was removed is still listed, as expired. */
function silenceRow(silence: JsonObject): Row {
  const id = asText(silence.id) ?? "";
  return {
    kind: "silences",
    key: id,
    content: contentOf(silence),
    noun: "silence",
    names: [[id]],
    removals: ["/silence/*"],
    isRemoved: asObject(silence.status).state === "expired",
  };
}

function contentOf(value: JsonObject): Record<string, string> {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, JSON.stringify(each)]));
}
