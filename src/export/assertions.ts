import { type CollectionResponse, contentTypePattern, statusesOf } from "./documented-response.js";

/** How the scripts of a tool read a response: expressions of JavaScript. */
export interface ScriptNames {
  test: string;
  expect: string;
  status: string;
  contentType: string;
}

/** The lines of a script that asserts the documented status and media type: tools run them after the response. */
export function assertions(response: CollectionResponse, { test, expect, status, contentType }: ScriptNames): string[] {
  const [least, most] = statusesOf(response) ?? [];
  const { mediaTypes } = response;
  const statusLines =
    least === undefined
      ? []
      : [
          `${test}(${JSON.stringify(`the status is ${response.status}`)}, function () {`,
          `  ${expect}(${status}).to.be.within(${least}, ${most});`,
          "});",
        ];
  const typeLines =
    mediaTypes.length === 0
      ? []
      : [
          `${test}(${JSON.stringify(`the media type is ${mediaTypes.join(" or ")}`)}, function () {`,
          `  ${expect}(${contentType}).to.match(new RegExp(${JSON.stringify(contentTypePattern(response))}, "i"));`,
          "});",
        ];
  return [...statusLines, ...typeLines];
}
