import { suggestion } from "#cli/similar-name.js";
import { asList } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import type { Operation } from "../operations/operation.js";
import { type Extension, NAME } from "./extension.js";

/** `x-examples` of a response without examples: the keys of the requests to which it is the response. */
export const exampleKeys: Extension = {
  name: "x-examples",
  on: "response",
  isShared: true,
  schema: { type: "array", minItems: 1, uniqueItems: true, items: NAME },
  contradictions({ users, value, pointer }) {
    if (users.length === 0) return [];
    const keys = [...new Set(users.flatMap(requestKeys))];
    return asList(value).flatMap((key, index) => {
      if (keys.includes(String(key))) return [];
      const message = `No parameter or request body has an example \`${key}\`. ${suggestion(String(key), keys)}`;
      // Stoplight and Fern have examples of other forms under this name.
      return [{ pointer: pointerTo(pointer, index), message, ...(keys.length === 0 && { mayBeForeign: true }) }];
    });
  },
};

function requestKeys({ parameters, requestBody }: Operation): string[] {
  return [...parameters, ...(requestBody?.content ?? [])].flatMap(({ examples }) => [...examples.named.keys()]);
}
