import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "#openapi/document/document.js";
import { isOfLastChange, isPrecise } from "#statements/moments.js";
import type { OwnEntry } from "../../resources/ledger/entry.js";
import { inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { mayConcern } from "../changes.js";
import { aboutResource, type HistoryFinding, type HistoryRule } from "../history-rule.js";

/** So many reads in a row have to move the moment: a server may finish a change later. */
const LEAST_MOVES = 2;

/** How a resource was last shown, and how many reads in a row have moved its moment. */
interface Seen {
  shown: JsonObject;
  begun: number;
  moves: number;
}

/**
 * A read changes nothing (RFC 9110, 9.2.1), so it does not move the moment of the last change. All other fields have to stay,
 * and no other request may have named the resource meanwhile.
 */
export function readMovesMoment(): HistoryRule {
  const seen = new Map<OwnEntry, Seen>();
  return {
    note(entry, { running, changes, sightings }) {
      const { begun, ended, exchange } = entry;
      return sightings.flatMap(({ own, shown, isListed }): HistoryFinding[] => {
        if (!shown || isListed) return [];
        const before = seen.get(own);
        const meanwhile = before && changes.within(before.begun, ended);
        const isQuiet = meanwhile && ![...meanwhile, ...running].some((change) => mayConcern(change, own));
        const field = before && isQuiet ? movedMoment(before.shown, shown) : undefined;
        const moves = before && field !== undefined ? before.moves + 1 : 0;
        seen.set(own, { shown, begun, moves });
        if (!before || field === undefined || moves < LEAST_MOVES) return [];
        const breach = broken("read-moves-moment", { operation: exchange.operation, field });
        return [aboutResource(own, entry, { ...breach, ...inJson(before.shown[field], shown[field]) })];
      });
    },
  };
}

/** The moment of the last change, if it has moved and nothing else has. */
function movedMoment(before: JsonObject, after: JsonObject): string | undefined {
  const names = Object.keys({ ...before, ...after });
  const [field, ...others] = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const isMoment = field !== undefined && others.length === 0 && isOfLastChange(field);
  return isMoment && isPrecise(before[field]) && isPrecise(after[field]) ? field : undefined;
}
