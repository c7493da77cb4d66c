import { operationOf, type Sighting } from "../../causes/sighting.js";
import { counted } from "../wording.js";

/** The method and path of each operation, by its id. */
export type Routes = ReadonlyMap<string, string>;

/** The ids of the operations at fault. */
export function operationsIn(sightings: readonly Sighting[]): string[] {
  return [...new Set(sightings.map(operationOf))];
}

/** The operations as the subject of a sentence, and verbs in its number. */
export interface Subject {
  text: string;
  isOne: boolean;
  responds: string;
  accepts: string;
  rejects: string;
  sends: string;
}

/** The operations at fault, as the subject of a sentence. */
export function subjectOf(sightings: readonly Sighting[], routes: Routes): Subject {
  const [first = "", ...others] = operationsIn(sightings);
  if (others.length === 0) {
    const text = routes.get(first) ?? first;
    return { text, isOne: true, responds: "responds", accepts: "accepts", rejects: "rejects", sends: "sends" };
  }
  const [second = ""] = others;
  const text =
    others.length === 1
      ? `${routes.get(first) ?? first} and ${routes.get(second) ?? second}`
      : counted(others.length + 1, "operation");
  return { text, isOne: false, responds: "respond", accepts: "accept", rejects: "reject", sends: "send" };
}
