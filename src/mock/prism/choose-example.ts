import type { IHttpRequest } from "@stoplight/prism-http";
import type { ExamplePair } from "#openapi/operations/example-pairs.js";

/**
 * Chooses the example that matches a request best: of those with the same path values and without a different value,
 * the one with the most equal values. For example, `?state=open` returns the open items, and the path of
 * a deleted one a 404.
 *
 * @param examples the examples of the operation
 * @param pathValues the values of the path parameters in the request
 */
export function chooseExample(
  examples: readonly ExamplePair[],
  request: IHttpRequest,
  pathValues: Record<string, string>,
): ExamplePair | undefined {
  const sentValue = (location: string, name: string): string | undefined => {
    if (location === "path") return pathValues[name];
    const value = location === "query" ? request.url.query?.[name] : request.headers?.[name.toLowerCase()];
    return Array.isArray(value) ? value.join(",") : value;
  };
  const ranked = examples.flatMap((example) => {
    const parameters = example.parameters.filter(({ parameter }) => parameter.in !== "cookie");
    const matches = parameters.every(({ parameter, value }) => {
      const sent = sentValue(parameter.in, parameter.name);
      return sent === undefined ? parameter.in === "header" : sent === String(value);
    });
    const sameBody = example.body && JSON.stringify(example.body.value) === JSON.stringify(request.body) ? 1 : 0;
    return matches ? [{ example, equal: parameters.length + sameBody }] : [];
  });
  return ranked.toSorted((a, b) => b.equal - a.equal)[0]?.example;
}
