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
    return asList(value).flatMap((place, index) => {
      const problems = users
        .filter(hasSuccessBody)
        .map((user) => pointerProblem(document, user, [String(place)], ["string", "number"]));
      const [problem] = problems.filter((found) => found !== undefined);
      return problem === undefined ? [] : [{ pointer: pointerTo(pointer, index), message: problem }];
    });
  },
};
