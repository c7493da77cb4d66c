import { asList, asObject } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import type { Operation } from "../operations/operation.js";
import { type Extension, POINTER } from "./extension.js";
import { hasSuccessBody, pointerProblem } from "./success-bodies.js";

/** `x-identifies`: where the body of a success returns the value of a parameter. */
export const identifies: Extension = {
  name: "x-identifies",
  on: "parameter",
  schema: { type: "array", minItems: 1, uniqueItems: true, items: POINTER },
  contradictions({ document, users, value, pointer, owner }) {
    const places = asList(value).map(String);
    const { name } = asObject(valueAt(document, owner));
    const isOfResource = ({ path }: Operation) => path.replace(/\/$/, "").endsWith(`{${name}}`);
    const own = users.filter(isOfResource);
    // An operation below the resource (`/things/{thing}/tags`) need not repeat its identifier.
    const problems = (own.length > 0 ? own : users)
      .filter(hasSuccessBody)
      .map((user) => places.map((place) => pointerProblem(document, user, [place], ["string", "number"])));
    // One operation may return the id alone, and another one further fields.
    return places.flatMap((_, index) => {
      const isWrongEverywhere = problems.length > 0 && problems.every((each) => each[index] !== undefined);
      const lacking = problems.find((each) => each.every((problem) => problem !== undefined));
      const problem = isWrongEverywhere ? problems[0]?.[index] : index === 0 ? lacking?.[0] : undefined;
      return problem === undefined ? [] : [{ pointer: pointerTo(pointer, index), message: problem }];
    });
  },
};
