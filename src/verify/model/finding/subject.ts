import type { Exchange } from "../request/exchange.js";
import { serverMessage } from "../request/server-message.js";
import type { About } from "./about.js";

/** The thing that a finding is about, and the response that shows it. */
export interface Subject extends About {
  /** The id of the operation that is at fault. */
  operation: string;
  /** The status of the response; left out without one. */
  status?: number;
  /** The message of the server in that response; left out without one. */
  says?: string;
}

/** The subject of a finding. */
export function subjectOf(about: About | undefined, operation: string, exchange: Exchange | undefined): Subject {
  const says = exchange && serverMessage(exchange);
  return {
    operation,
    ...(exchange ? { status: exchange.status } : {}),
    ...(says === undefined ? {} : { says }),
    ...about,
  };
}
