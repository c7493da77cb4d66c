import type { OpenApiDocument } from "#openapi/document/document.js";
import { openPointsAt } from "#openapi/document/requirements.js";
import { rejectedValues } from "../judges/rejected-values.js";
import type { Judgment } from "../model/finding/finding.js";
import { groupBy } from "../model/group-by.js";
import type { Exchange } from "../model/request/exchange.js";
import type { AllowedValue } from "../requests/accepted-values/allowed-value.js";
import { isSamePart, partsInWords, type UnusualPart } from "./unusual-parts.js";

/** A documented value that the target rejected, while it accepted usual values. */
export interface RejectedValue {
  value: AllowedValue;
  exchange: Exchange;
  /** The unusual parts of the smallest request that is rejected in the same way. */
  parts: readonly UnusualPart[];
}

/** The documented values of an operation that the target rejects, and the parts that each rejection needs. */
export class RejectedValues {
  readonly #rejected: RejectedValue[] = [];

  add(rejected: RejectedValue): void {
    this.#rejected.push(rejected);
  }

  /**
   * The parts of a rejection that is known already. It was of another value by the same constraint, or because of values
   * that this request has too.
   *
   * @param own the unusual parts of the request
   */
  partsLike({ value, exchange, own }: Omit<RejectedValue, "parts"> & { own: readonly UnusualPart[] }) {
    const alike = this.#rejected.find((known) => {
      if (known.exchange.status !== exchange.status) return false;
      if (isAlone(known)) return known.value.part === value.part && known.value.place === value.place;
      return known.parts.every((part) => own.some((other) => isSamePart(other, part) && other.what === part.what));
    });
    return alike?.parts;
  }

  /** A warning for each group of values that were rejected because of the same parts, with the same status. */
  judgments(operation: string, document: OpenApiDocument): Judgment[] {
    const groups = groupBy(this.#rejected, (rejected) => this.#keyOf(rejected));
    return [...groups.values()].flatMap((group) => {
      const alone = group.filter(isAlone);
      const first = alone[0] ?? group[0];
      if (!first) return [];
      const { value, exchange, parts } = first;
      const words =
        alone.length > 0
          ? alone.map(({ value: { what, plain = what } }) => ({ what, plain }))
          : [partsInWords(parts, " with ")];
      const what = words.map((own) => own.what).join(", ");
      const plain = words.map((own) => own.plain).join(", ");
      const place = openPlace(document, value) ?? (alone.length > 0 ? value.place : (parts[0]?.place ?? value.place));
      return [rejectedValues({ operation, place, part: value.part, what, plain }, exchange)];
    });
  }

  #keyOf(rejected: RejectedValue): string {
    const { value, parts, exchange } = rejected;
    const [only, ...others] = parts;
    const ofValue = ({ part, place }: AllowedValue) => `${exchange.status} ${part} ${place}`;
    if (isAlone(rejected)) return ofValue(value);
    const same = this.#rejected.find(
      (known) => isAlone(known) && known.exchange.status === exchange.status && known.value.part === only?.part,
    );
    if (same && others.length === 0) return ofValue(same.value);
    return `${exchange.status} ${parts
      .map(({ part }) => part)
      .toSorted()
      .join(" ")}`;
  }
}

/** Whether a value was rejected alone. Otherwise values that came with it matter: the object around an optional field. */
function isAlone({ value, parts }: RejectedValue): boolean {
  return parts.every(({ part }) => part === value.part);
}

/** The place of the value, or of the parameter or body around it, at which the document leaves something open. */
function openPlace(document: OpenApiDocument, { place, whole }: AllowedValue): string | undefined {
  return [place, whole].find((pointer) => openPointsAt(document, pointer).length > 0);
}
