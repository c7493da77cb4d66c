/**
 * Gathers the example keys of an operation, so that rules can hold its inputs against its responses.
 *
 * @typedef {{ name: string, required: boolean, keys: string[], fallback: boolean, at: import("@redocly/openapi-core/lib/ref-utils.js").Location }} Input
 *   a parameter or the request body; `fallback` when a nameless `example` serves for every key
 * @typedef {{ status: string, keys: string[], described: boolean, at: import("@redocly/openapi-core/lib/ref-utils.js").Location }} Answer
 *   a response; `described` when it has content
 *
 * @param {any} operation
 * @param {any} pathItem
 * @param {import("@redocly/openapi-core/lib/walk.js").UserContext} context of the operation
 * @returns {{ inputs: Input[], answers: Answer[] }}
 */
export function operationExamples(operation, pathItem, { resolve, location }) {
  /** @param {any} reference @param {import("@redocly/openapi-core/lib/ref-utils.js").Location} at */
  const follow = (reference, at) => {
    const resolved = resolve(reference);
    return { node: resolved.node ?? {}, at: resolved.location && reference?.$ref ? resolved.location : at };
  };

  const own = (operation.parameters ?? []).map((/** @type {any} */ parameter, /** @type {number} */ index) =>
    follow(parameter, location.child(["parameters", index])),
  );
  const shared = (pathItem?.parameters ?? []).map((/** @type {any} */ parameter) => follow(parameter, location));
  /** @param {any} a @param {any} b */
  const same = (a, b) => a.node.name === b.node.name && a.node.in === b.node.in;
  const parameters = [
    ...own,
    ...shared.filter((/** @type {any} */ item) => !own.some((/** @type {any} */ mine) => same(mine, item))),
  ];

  /** @type {Input[]} */
  const inputs = parameters.map(({ node, at }) => ({
    name: `the ${node.in} parameter \`${node.name}\``,
    required: node.required === true,
    keys: Object.keys(node.examples ?? {}),
    fallback: node.example !== undefined,
    at,
  }));
  if (operation.requestBody) {
    const { node, at } = follow(operation.requestBody, location.child("requestBody"));
    const media = Object.values(node.content ?? {});
    inputs.push({
      name: "the request body",
      required: node.required === true,
      keys: [...new Set(media.flatMap((/** @type {any} */ type) => Object.keys(type.examples ?? {})))],
      fallback: media.some((/** @type {any} */ type) => type.example !== undefined),
      at,
    });
  }

  /** @type {Answer[]} */
  const answers = Object.entries(operation.responses ?? {})
    .filter(([status]) => !status.startsWith("x-"))
    .map(([status, reference]) => {
      const { node, at } = follow(reference, location.child(["responses", status]));
      const media = Object.values(node.content ?? {});
      const named = media.flatMap((/** @type {any} */ type) => Object.keys(type.examples ?? {}));
      return { status, keys: [...new Set([...named, ...(node["x-examples"] ?? [])])], described: media.length > 0, at };
    });
  return { inputs, answers };
}
