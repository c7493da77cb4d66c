import { isObject, type Json } from "#openapi/document/document.js";
import type { Replay } from "../model/finding/replay.js";
import type { Secrets } from "../model/target/target.js";
import { redact } from "./redact.js";

/** The requests of a finding without secrets: a value of the target file, or of a response, may repeat one. */
export function redactReplay({ requests, unique }: Replay, secrets: Secrets): Replay {
  return {
    requests: requests.map((request) => {
      const { body, parameters } = request;
      const shown =
        parameters && Object.entries(parameters).map(([at, values]) => [at, redactedValues(values, secrets)]);
      return {
        ...request,
        ...(shown ? { parameters: Object.fromEntries(shown) } : {}),
        ...(body && "text" in body ? { body: { ...body, text: redact(body.text, secrets) } } : {}),
        ...(body && "value" in body ? { body: { ...body, value: redactedValue(body.value, secrets) } } : {}),
      };
    }),
    ...(unique ? { unique } : {}),
  };
}

function redactedValue(value: Json, secrets: Secrets): Json {
  if (typeof value === "string") return redact(value, secrets);
  if (Array.isArray(value)) return value.map((each) => redactedValue(each, secrets));
  return isObject(value) ? redactedValues(value, secrets) : value;
}

function redactedValues(values: Record<string, Json | undefined>, secrets: Secrets): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(values).map(([name, each]) => [redact(name, secrets), redactedValue(each ?? null, secrets)]),
  );
}
