import { operationSubject } from "../operation-subject.js";

/** Query parameters that say where a page begins, in the forms of common APIs. Upper case and underscores do not count. */
const CURSORS = ["after", "before", "cursor", "startingafter", "endingbefore", "pagetoken", "nexttoken", "marker"];

/**
 * An operation with a cursor describes its pages in `x-pagination`. Without it, no test case checks that the pages fit
 * together, and the client has no iterator over them.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const pagingDescribed = () => {
  return {
    PathItem: {
      Operation(operation, { key, report, location, resolve }, { PathItem: pathItem }) {
        if (key !== "get" || Reflect.has(operation, "x-pagination")) return;
        const parameters = [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])].flatMap(
          (each) => resolve(each).node ?? [],
        );
        const cursor = parameters.find(
          (each) => each.in === "query" && CURSORS.includes(String(each.name).toLowerCase().replaceAll(/[_-]/g, "")),
        );
        if (!cursor) return;
        report({
          message: `${operationSubject(operation)} has the parameter \`${cursor.name}\`, but no \`x-pagination\`, so its pages are not tested, and the client has no iterator over them. Add: x-pagination: { items: /data, forward: { parameter: ${cursor.name}, item: /id } } (docs/api-owner.md lists the members).`,
          location: location.key(),
        });
      },
    },
  };
};
