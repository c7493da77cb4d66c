import { inSuccesses, toViolations } from "./change.js";
import type { ServedResponse, Variation, Violation } from "./service.js";

type Ignored = Partial<Pick<Violation, "operation" | "kind" | "place" | "keyword">>;

/** A server that accepts requests with a violation. */
export function accepts(title: string, ...ignored: Ignored[]): Variation<unknown> {
  const matches = (violation: Violation) =>
    ignored.some((each) =>
      (["operation", "kind", "place", "keyword"] as const).every(
        (name) => each[name] === undefined || each[name] === violation[name],
      ),
    );
  return { title: `accepts ${title}`, ignores: matches };
}

/** A server that fails with 500 where it has to reject. */
export function failsAt(title: string, failing: Ignored, error: ServedResponse): Variation<unknown> {
  return {
    title: `responds with ${error.status} to ${title}`,
    respond: toViolations(
      ({ operation, kind, place }) =>
        (failing.operation ?? operation) === operation &&
        (failing.kind ?? kind) === kind &&
        (failing.place ?? place) === place,
      () => error,
    ),
  };
}

/** A server that sends another success. */
export function sends(
  title: string,
  operation: string,
  change: (response: ServedResponse) => ServedResponse,
): Variation<unknown> {
  return { title: `sends ${title}`, respond: inSuccesses([operation], change) };
}
