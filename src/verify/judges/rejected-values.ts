import type { Judgment } from "../model/finding/finding.js";
import type { Exchange } from "../model/request/exchange.js";
import { quoted } from "../model/request/quoted.js";
import { broken } from "../rules/sentence.js";

/** Documented values that the target rejected because of the same parts of the request. */
export interface RejectedGroup {
  /** The id of the operation. */
  operation: string;
  place: string;
  part: string;
  /** The values in words, with and without their texts. */
  what: string;
  plain: string;
}

/** A server accepts the values that the document allows. It may have reasons that the document does not state: a warning. */
export function rejectedValues({ operation, place, part, what, plain }: RejectedGroup, exchange: Exchange): Judgment {
  const finding = {
    ...broken("documented-value-rejected", { response: quoted(exchange), values: what }),
    basis: "lenient",
    operation,
    place,
    expected: "a success (the document allows the value)",
    received: `${exchange.status} ${exchange.body}`,
    about: { wanted: "any", fault: { part, what, plain } },
  } as const;
  return { finding, exchange };
}
