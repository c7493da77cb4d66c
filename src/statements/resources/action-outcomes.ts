import { wordsOf } from "#openapi/document/words.js";
import type { Operation } from "#openapi/operations/operation.js";
import { plainName } from "../names.js";
import { actionWord } from "./actions.js";

/** The states in which verbs leave a resource, where these are not forms of the verb. The likeliest one comes first. */
const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  activate: ["active", "enabled"],
  block: ["blocked"],
  complete: ["completed", "complete", "done"],
  deactivate: ["inactive", "deactivated", "disabled"],
  disable: ["disabled", "inactive"],
  enable: ["enabled", "active"],
  finish: ["finished", "completed", "done"],
  lose: ["lost"],
  pause: ["paused", "on hold"],
  pay: ["paid"],
  reactivate: ["active", "enabled"],
  reopen: ["reopened", "open"],
  restore: ["restored", "active", "open"],
  resume: ["resumed", "active", "running", "in progress", "open"],
  send: ["sent"],
  start: ["started", "running", "in progress", "active"],
  stop: ["stopped", "inactive"],
  win: ["won"],
};

/** The plain names of the states in which an action leaves a resource, beside the forms of its verb. */
export function outcomesOf(action: Operation): readonly string[] {
  return (OUTCOMES[actionWord(action)] ?? []).map(plainName);
}

/** Prefixes of a state that is the opposite of another one: `inactive`. */
const OPPOSITE = ["in", "un", "dis", "not"];

/** Words before the name of a state, in the name of a flag. */
const OF_FLAG = ["is", "has"];

/** The value of a flag in a state: `isActive` is false in `inactive`. Undefined if the state says nothing of it. */
export function flagIn(state: string, flag: string): boolean | undefined {
  const [plain, named] = [
    plainName(state),
    plainName(
      wordsOf(flag)
        .filter((word) => !OF_FLAG.includes(word))
        .join(""),
    ),
  ];
  if (plain === named) return true;
  return OPPOSITE.some((prefix) => plain === prefix + named || prefix + plain === named) ? false : undefined;
}

/** Verbs that take a resource to the next one of its states. */
const NEXT = ["advance", "next", "promote", "proceed", "progress"];

/** Whether an action takes a resource to the next one of its states. */
export function takesToNext(action: Operation): boolean {
  return NEXT.includes(actionWord(action));
}
