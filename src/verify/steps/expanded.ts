import { isObject, type JsonObject } from "#openapi/document/document.js";
import { isNumber, jsonText } from "#openapi/document/long-integer.js";
import type { Expansion } from "#statements/expansions.js";
import { isSameId } from "#statements/resources/identifiers.js";
import type { Breach } from "#verify/model/finding/breach.js";
import { broken } from "#verify/rules/sentence.js";
import { COMPATIBLE, compare, PRESENT } from "../model/finding/compare.js";
import type { Exchange } from "../model/request/exchange.js";
import { faultOf } from "../model/request/expectation.js";
import type { CaseContext } from "../model/test-case/case-context.js";

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
 *
 * @returns whether everything is as expected
 */
export function expectExpanded(
  context: CaseContext,
  { parameter, field }: Expansion,
  { plain, expanded, exchange }: Expanded,
): boolean {
  const { operation } = exchange;
  const [identifier, shown] = [plain[field], expanded[field]];
  const at = `/${field} with ${parameter.name}`;
  const fail = (breach: Breach, expected: string, received: string): boolean => {
    context.fail(
      {
        ...breach,
        ...({ basis: "inferred", place: parameter.pointer, operation: exchange.operation } as const),
        about: { fields: [field], fault: faultOf(parameter) },
        ...{ expected, received },
      },
      exchange,
    );
    return false;
  };
  if (typeof identifier === "string" || isNumber(identifier)) {
    if (!isObject(shown)) {
      return fail(broken("field-not-expanded", { operation, at }), "an object", jsonText(shown ?? null));
    }
    if (!Object.values(shown).some((value) => isSameId(value, identifier))) {
      const breach = broken("expanded-as-other-object", { operation, at });
      return fail(breach, `the object of ${jsonText(identifier)}`, jsonText(shown));
    }
  }
  const { [field]: _, ...others } = plain;
  const [lost] = compare(others, expanded, PRESENT);
  const [changed] = compare(others, expanded, COMPATIBLE);
  if (lost)
    return fail(broken("expansion-leaves-out-field", { operation, field: lost.at, at }), "its value", "no value");
  if (!changed) return true;
  const breach = broken("expansion-changes-field", { operation, field: changed.name, at });
  return fail(breach, jsonText(changed.wanted), jsonText(changed.found));
}
