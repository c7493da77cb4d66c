import { asList } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import { type Extension, POINTER } from "./extension.js";
import { hasSuccessBody, pointerProblem } from "./success-bodies.js";

/** `x-identifies`: where the body of a success returns the value of a parameter. */
export const identifies: Extension = {
  name: "x-identifies",
  on: "parameter",
  schema: { type: "array", minItems: 1, uniqueItems: true, items: POINTER },
  contradictions({ document, users, value, pointer }) {
    const places = asList(value).map(String);
    const problems = users
      .filter(hasSuccessBody)
      .map((user) => places.map((place) => pointerProblem(document, user, [place], ["string", "number"])));
    // One operation may return the id alone, and another one further fields.
    return places.flatMap((_, index) => {
      const isWrongEverywhere = problems.length > 0 && problems.every((own) => own[index] !== undefined);
      const lacking = problems.find((own) => own.every((problem) => problem !== undefined));
      const problem = isWrongEverywhere ? problems[0]?.[index] : index === 0 ? lacking?.[0] : undefined;
      return problem === undefined ? [] : [{ pointer: pointerTo(pointer, index), message: problem }];
    });
  },
};
