import { asList, asObject, type Json } from "#openapi/document/document.js";
import { type Exchange, isSuccess, jsonOf } from "./exchange.js";

/** The fields in which servers explain an error, the most precise first (RFC 9457, 3.1, and what is common). */
const EXPLANATIONS = ["detail", "message", "error_description", "reason", "title", "error", "msg"];

/** The message of the server in an error response; undefined for a success, or without one. */
export function serverMessage(exchange: Exchange): string | undefined {
  if (isSuccess(exchange)) return undefined;
  const json = jsonOf(exchange);
  if (typeof json === "string") return json;
  const { error, errors, data } = asObject(json);
  const candidates: (Json | undefined)[] = [asList(errors)[0], error, json, data];
  for (const candidate of candidates) {
    const explanation = explanationIn(candidate);
    if (explanation !== undefined) return explanation;
  }
  return undefined;
}

function explanationIn(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  const object = asObject(value);
  return EXPLANATIONS.map((name) => object[name])
    .find((text) => typeof text === "string" && text !== "")
    ?.toString();
}
