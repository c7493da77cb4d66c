import { plainName } from "./names.js";

/** States of jobs that have ended, as plain names. A job in any other state may continue. */
const ENDED = [
  ...["done", "completed", "complete", "succeeded", "success", "successful", "finished", "ended", "ready"],
  ...["failed", "failure", "error", "errored", "aborted", "cancelled", "canceled", "rejected", "expired", "timedout"],
];

/** Names of fields with the address of a job, as plain names. */
const ADDRESSES = ["statusurl", "statusuri", "statuslocation", "monitorurl", "joburl", "location", "self", "href"];

/** Names of fields with the address of a result, as plain names. */
const RESULTS = /(result|download|output|file)s?(url|uri|href|link|location)$/;

/** The words for a field that depends on another one: "Present if `status` is `done`". */
const PRESENT = /\bpresent (?:if|when) `?(\w+)`? is `?(\w+)`?/i;

/** Whether a job in a state has ended. */
export function isEndedState(state: string): boolean {
  return ENDED.includes(plainName(state));
}

/** Whether a field has the address that shows the state of a job, by its name. */
export function isAddressOfJob(name: string): boolean {
  return ADDRESSES.includes(plainName(name));
}

/** Whether a field has the address of the result of a job, by its name. */
export function isAddressOfResult(name: string): boolean {
  return RESULTS.test(plainName(name));
}

/** The other field on which the presence of a field depends, and its value then, by a description. */
export function presentIf(description: string): { field: string; value: string } | undefined {
  const [, field, value] = PRESENT.exec(description) ?? [];
  return field === undefined || value === undefined ? undefined : { field, value };
}
