import { isObject, type JsonObject } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { contradictions } from "../model/finding/contradictions.js";
import type { Exchange } from "../model/request/exchange.js";
import { faultOf } from "../model/request/expectation.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import type { Expansion } from "../relations/expansions.js";
import { isSameId } from "../relations/identifiers.js";

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
  const [identifier, shown] = [plain[field], expanded[field]];
  const name = `/${field} with ${parameter.name}`;
  const fail = (message: string, expected: string, received: string): boolean => {
    context.fail(
      {
        ...({ check: "relation", basis: "inferred", place: parameter.pointer, operation: exchange.operation } as const),
        about: { fields: [field], fault: faultOf(parameter) },
        ...{ message, expected, received },
      },
      exchange,
    );
    return false;
  };
  if (typeof identifier === "string" || typeof identifier === "number") {
    if (!isObject(shown)) {
      return fail(`${exchange.operation} does not expand ${name}`, "an object", JSON.stringify(shown ?? null));
    }
    if (!Object.values(shown).some((value) => isSameId(value, identifier))) {
      const message = `${exchange.operation} expands ${name} as another object`;
      return fail(message, `the object of ${JSON.stringify(identifier)}`, JSON.stringify(shown));
    }
  }
  const { [field]: _, ...others } = plain;
  const [lost] = lostIn(others, expanded);
  const [changed] = contradictions(others, expanded);
  if (lost !== undefined)
    return fail(`${exchange.operation} leaves out ${lost} beside ${name}`, "its value", "no value");
  if (!changed) return true;
  const message = `${exchange.operation} shows another /${changed.name} beside ${name}`;
  return fail(message, JSON.stringify(changed.wanted), JSON.stringify(changed.found));
}

/** The places of the values that an object has and the other one lacks, at most two levels deep. */
function lostIn(plain: JsonObject, other: JsonObject, at = ""): string[] {
  return Object.entries(plain).flatMap(([name, value]): string[] => {
    const found = other[name];
    if (value === null) return [];
    if (found === undefined || found === null) return [pointerTo(at, name)];
    return isObject(value) && isObject(found) && at === "" ? lostIn(value, found, pointerTo(at, name)) : [];
  });
}
