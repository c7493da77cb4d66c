import { headerText } from "#http/headers.js";
import type { MockedResponse } from "../mocked-response.js";

/** The header of a response that says what the mock chose, and why. */
export const CHOICE_HEADER = "x-mock-choice";

/** The characters of a key that are sent. */
const MAX_KEY = 200;

/** The facts by which a response was chosen. */
export interface Choice {
  /** The preferences of the request (RFC 7240). */
  preferred: { code?: number | undefined; exampleKey?: string | undefined; dynamic?: boolean };
  /** The key of the example that matches the request; undefined if none does. */
  matching: string | undefined;
  /** Whether the response has an example of the document. */
  isExample: boolean;
}

/** A response with a header that says what was chosen, and why. */
export function withChoice(response: MockedResponse, choice: Choice): MockedResponse {
  const headers = { ...response.headers, [CHOICE_HEADER]: choiceText(choice, response.statusCode) };
  return { ...response, headers };
}

function choiceText({ preferred, matching, isExample }: Choice, status: number): string {
  if (preferred.exampleKey !== undefined)
    return `example ${headerText(preferred.exampleKey, MAX_KEY)} (Prefer: example)`;
  const body = isExample ? "" : ", generated values";
  if (preferred.dynamic && !isExample)
    return `status ${status} (${preferred.code === undefined ? "default" : `Prefer: code=${preferred.code}`}), generated values (Prefer: dynamic=true)`;
  if (preferred.code !== undefined) return `status ${status} (Prefer: code=${preferred.code})${body}`;
  if (matching !== undefined) return `example ${headerText(matching, MAX_KEY)} (matches the request)${body}`;
  return isExample
    ? `status ${status} (default, no example matches the request)`
    : `status ${status} (default), generated values`;
}

/** Why the response has what earlier requests made of the state. */
const FROM_STATE = "state of the mock";

/** The same, with the names of sent parameters that the state ignored. */
export function stateText(ignored: readonly string[]): string {
  return ignored.length === 0 ? FROM_STATE : `${FROM_STATE}, which ignores ${headerText(ignored.join(", "), MAX_KEY)}`;
}

/** Why a request got an error that it did not ask for. */
export function rejectionText(status: number): string {
  return `status ${status} (the request was rejected)`;
}

/** A choice after what was applied to its request before, such as a delay. */
export function withReasons(reasons: readonly string[], choice: string | number | null): string {
  return [...reasons, choice].filter(Boolean).join("; ");
}
