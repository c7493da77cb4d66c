import { isObject, type JsonObject } from "#openapi/document/document.js";
import { isNumber, jsonText } from "#openapi/document/long-integer.js";
import type { Expansion } from "#statements/expansions.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import type { Breach } from "../model/finding/breach.js";
import { COMPATIBLE, compare, PRESENT } from "../model/finding/compare.js";
import type { Judgment } from "../model/finding/finding.js";
import type { Exchange } from "../model/request/exchange.js";
import { faultOf } from "../model/request/expectation.js";
import { broken } from "../rules/sentence.js";

/** A resource without and with an expanded field. */
export interface Expanded {
  plain: JsonObject;
  expanded: JsonObject;
  /** The response that has the expanded field. */
  exchange: Exchange;
}

/**
 * An expanded field is the object that its identifier names, and the other fields stay as they are. Names suggest this, so it is
 * a warning.
 */
export function expandedField({ parameter, field }: Expansion, { plain, expanded, exchange }: Expanded): Judgment[] {
  const { operation } = exchange;
  const [identifier, shown] = [plain[field], expanded[field]];
  const at = `/${field} with ${parameter.name}`;
  const wrong = (breach: Breach, expected: string, received: string): Judgment[] => {
    const about = { fields: [field], fault: faultOf(parameter) };
    const place = parameter.pointer;
    return [{ finding: { ...breach, basis: "inferred", place, operation, about, expected, received }, exchange }];
  };
  if (typeof identifier === "string" || isNumber(identifier)) {
    if (!isObject(shown)) {
      return wrong(broken("field-not-expanded", { operation, at }), "an object", jsonText(shown ?? null));
    }
    if (!Object.values(shown).some((value) => isSameId(value, identifier))) {
      const breach = broken("expanded-as-other-object", { operation, at });
      return wrong(breach, `the object of ${jsonText(identifier)}`, jsonText(shown));
    }
  }
  const { [field]: _, ...others } = plain;
  const [lost] = compare(others, expanded, PRESENT);
  if (lost) {
    return wrong(broken("expansion-leaves-out-field", { operation, field: lost.at, at }), "its value", "no value");
  }
  const [changed] = compare(others, expanded, COMPATIBLE);
  if (!changed) return [];
  const breach = broken("expansion-changes-field", { operation, field: changed.name, at });
  return wrong(breach, jsonText(changed.wanted), jsonText(changed.found));
}
