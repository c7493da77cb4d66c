import type { PrismHttpComponents } from "@stoplight/prism-http";
import { Refusal } from "../responder/errors/refusal.js";
import type { MockedResponse } from "../responder/mocked-response.js";
import { problem } from "../server/problem.js";
import { markRepeatable } from "./remembered-responses.js";

/** The component of Prism that creates responses. */
export type Mocker = PrismHttpComponents["mock"];

/** A response, or the error in its place. */
export type Outcome = ReturnType<ReturnType<Mocker>>;

/** @param isRandom whether an equal request gets another response */
export function outcomeOf(response: MockedResponse | Refusal, isRandom: boolean): Outcome {
  if (response instanceof Refusal) {
    const { status, title, detail, headers } = response;
    return { _tag: "Left", left: problem(status, title, detail, { headers: { ...headers } }) };
  }
  return { _tag: "Right", right: isRandom ? response : markRepeatable(response) };
}
