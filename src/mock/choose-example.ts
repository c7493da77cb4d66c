import type { IHttpRequest } from "@stoplight/prism-http";
import type { ExamplePair } from "../openapi/example-pairs.js";

/**
 * The example that answers a request best: of those whose path values are the ones asked for and that no value of the
 * request contradicts, the one that shares most values. So `?origin=bounce` brings the bounces, and the path of a
 * revoked grant a 404.
 *
 * @param pairs the examples of the operation that was asked for
 * @param pathValues the values of the path's parameters
 */
export function chooseExample(
  pairs: readonly ExamplePair[],
  request: IHttpRequest,
  pathValues: Record<string, string>,
): ExamplePair | undefined {
  const sent = (place: string, name: string): string | undefined => {
    if (place === "path") return pathValues[name];
    const value = place === "query" ? request.url.query?.[name] : request.headers?.[name.toLowerCase()];
    return Array.isArray(value) ? value.join(",") : value;
  };
  const ranked = pairs.flatMap((pair) => {
    const told = pair.parameters.filter(({ parameter }) => parameter.in !== "cookie");
    const fits = told.every(({ parameter, value }) => {
      const given = sent(parameter.in, parameter.name);
      const asked = parameter.in === "path" || parameter.in === "query";
      return given === undefined ? !asked : given === String(value);
    });
    const sameBody = pair.body && JSON.stringify(pair.body.value) === JSON.stringify(request.body) ? 1 : 0;
    return fits ? [{ pair, shared: told.length + sameBody }] : [];
  });
  return ranked.toSorted((a, b) => b.shared - a.shared)[0]?.pair;
}

/** Reads the values that a path gives to the parameters of its template. */
export type PathReader = (path: string) => Record<string, string> | undefined;

/** Makes the reader of a template; it returns undefined for a path that does not fit the template. */
export function pathReader(template: string): PathReader {
  const names: string[] = [];
  const pattern = template
    .split(/(\{[^{}]+\})/)
    .map((part) => {
      if (!part.startsWith("{")) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      names.push(part.slice(1, -1));
      return "([^/]+)";
    })
    .join("");
  const whole = new RegExp(`^${pattern}$`);
  return (path) => {
    const found = whole.exec(path);
    return found
      ? Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]))
      : undefined;
  };
}
