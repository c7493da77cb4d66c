/**
 * @typedef {import("@redocly/openapi-core/lib/ref-utils.js").Location} Location
 * @typedef {import("@redocly/openapi-core/lib/walk.js").UserContext} UserContext
 *
 * @typedef {{ name: string, required: boolean, keys: string[], fallback: boolean, at: Location }} Input
 *   a parameter or the request body; `fallback` if an `example` without a key serves for every key
 * @typedef {{ status: string, keys: string[], at: Location }} Response
 */

/**
 * Collects the example keys of an operation, so that rules can compare its inputs with its responses.
 *
 * @param {any} operation
 * @param {any} pathItem
 * @param {UserContext} context of the operation
 * @returns {{ inputs: Input[], responses: Response[] }}
 */
export function operationExamples(operation, pathItem, { resolve, location }) {
  /** @param {any} reference @param {Location} at */
  const follow = (reference, at) => {
    const resolved = resolve(reference);
    return { node: resolved.node ?? {}, at: resolved.location && reference?.$ref ? resolved.location : at };
  };

  const inputs = parametersOf(operation, pathItem, location, follow).map(parameterInput);
  if (operation.requestBody) inputs.push(bodyInput(follow(operation.requestBody, location.child("requestBody"))));
  const responses = Object.entries(operation.responses ?? {})
    .filter(([status]) => !status.startsWith("x-"))
    .map(([status, reference]) => {
      const { node, at } = follow(reference, location.child(["responses", status]));
      return { status, keys: [...new Set([...exampleKeys(node), ...(node["x-examples"] ?? [])])], at };
    });
  return { inputs, responses };
}

/**
 * The parameters of the operation, and those of the path item that it does not override.
 *
 * @param {any} operation
 * @param {any} pathItem
 * @param {Location} location
 * @param {(reference: any, at: Location) => { node: any, at: Location }} follow
 */
function parametersOf(operation, pathItem, location, follow) {
  /** @type {any[]} */
  const own = operation.parameters ?? [];
  /** @type {any[]} */
  const shared = pathItem?.parameters ?? [];
  const parameters = own.map((parameter, index) => follow(parameter, location.child(["parameters", index])));
  /** @param {any} a @param {any} b */
  const same = (a, b) => a.name === b.name && a.in === b.in;
  const inherited = shared
    .map((parameter) => follow(parameter, location))
    .filter(({ node }) => !parameters.some((each) => same(each.node, node)));
  return [...parameters, ...inherited];
}

/** @param {{ node: any, at: Location }} parameter @returns {Input} */
function parameterInput({ node, at }) {
  return {
    name: `the ${node.in} parameter \`${node.name}\``,
    required: node.required === true,
    keys: Object.keys(node.examples ?? {}),
    fallback: node.example !== undefined,
    at,
  };
}

/** @param {{ node: any, at: Location }} requestBody @returns {Input} */
function bodyInput({ node, at }) {
  return {
    name: "the request body",
    required: node.required === true,
    keys: [...new Set(exampleKeys(node))],
    fallback: mediaTypes(node).some(({ example }) => example !== undefined),
    at,
  };
}

/** @param {any} node a request body or a response @returns {any[]} */
function mediaTypes(node) {
  return Object.values(node.content ?? {});
}

/** @param {any} node a request body or a response @returns {string[]} */
function exampleKeys(node) {
  return mediaTypes(node).flatMap(({ examples }) => Object.keys(examples ?? {}));
}
