import { preferencesIn } from "../http/prefer.js";
import type { Rejection } from "./rejection.js";

/** The longest delay that a request can prefer, in milliseconds. */
const MAX_DELAY = 60_000;

/** A delay that a request prefers: in milliseconds, and what a response says of it. */
export interface PreferredDelay {
  milliseconds: number;
  choice: string;
}

/**
 * The delay that a request prefers.
 *
 * @param prefer the header `Prefer` of the request (RFC 7240)
 * @returns undefined if it prefers none; a rejection if it is not a number of milliseconds, or too long
 */
export function preferredDelay(prefer: string): PreferredDelay | Rejection | undefined {
  const text = preferencesIn(prefer).get("delay");
  if (!text) return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) : Infinity;
  if (milliseconds <= MAX_DELAY) return { milliseconds, choice: `delay ${text} ms (Prefer: delay=${text})` };
  const detail = `delay=${text} is not a number of milliseconds from 0 to ${MAX_DELAY}.`;
  return { status: 422, title: "Invalid request", detail, headers: {} };
}
