import type { JsonObject } from "#openapi/document/document.js";
import { isAddressOfJob, isAddressOfResult, isEndedState } from "#statements/jobs.js";
import { isStateName } from "#statements/names.js";
import { layersOf } from "#statements/resources/envelope.js";
import { type Exchange, isSuccess, jsonOf } from "../model/request/exchange.js";

/** A job as a response shows it. */
export interface ShownJob {
  values: JsonObject;
  /** Its state; undefined if no field shows one. */
  state: string | undefined;
}

/** The job in a response: the body, or what its envelope has; undefined if there is none. */
export function jobIn(exchange: Exchange): ShownJob | undefined {
  const layers = isSuccess(exchange) ? layersOf(jsonOf(exchange)) : [];
  const values = (layers.find(({ object }) => stateIn(object) !== undefined) ?? layers.at(-1))?.object;
  return values && { values, state: stateIn(values) };
}

function stateIn(values: JsonObject): string | undefined {
  const [, state] =
    Object.entries(values).find(([name, value]) => isStateName(name) && typeof value === "string") ?? [];
  return typeof state === "string" ? state : undefined;
}

/** Whether a response shows a job that has ended. */
export function hasEnded(exchange: Exchange): boolean {
  const state = jobIn(exchange)?.state;
  return state !== undefined && isEndedState(state);
}

/** The address that shows the state of a job: that of `Location`, or of a field; undefined without one. */
export function addressIn(exchange: Exchange): string | undefined {
  const header = exchange.headers.get("location");
  if (header) return header;
  const { values = {} } = jobIn(exchange) ?? {};
  const [, address] = Object.entries(values).find(([name]) => isAddressOfJob(name)) ?? [];
  return typeof address === "string" && address.includes("/") ? address : undefined;
}

/** The address of the result of a job; undefined without one. */
export function resultAddressIn(exchange: Exchange): string | undefined {
  const { values = {} } = jobIn(exchange) ?? {};
  const [, address] = Object.entries(values).find(([name]) => isAddressOfResult(name)) ?? [];
  return typeof address === "string" && address !== "" ? address : undefined;
}
