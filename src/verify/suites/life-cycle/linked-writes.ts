import { linkValue } from "#openapi/operations/links.js";
import type { Operation } from "#openapi/operations/operation.js";
import { type Exchange, isGone } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { FROM_RESPONSE, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { exampleBody, exampleValue, successExample } from "#verify/requests/known-values.js";
import { documentedLinks, requestWith } from "#verify/requests/linked-requests.js";
import { expressionValue } from "#verify/requests/runtime-expression.js";

/**
 * The links of a created resource to operations that write, except PUT and PATCH of the resource itself and DELETE, find it.
 * They may reject it for other reasons.
 *
 * @returns whether any was sent
 */
export async function expectLinkedWrites(
  context: CaseContext,
  operation: Operation,
  request: RequestSpec,
  created: Exchange,
): Promise<boolean> {
  let isSent = false;
  const links = documentedLinks(context.contract, operation);
  const isOfResource = ({ path }: Operation) =>
    links.some(({ linked }) => linked.method === "get" && linked.path === path);
  for (const { link, linked } of links) {
    if (!["post", "put", "patch"].includes(linked.method) || isOfResource(linked)) continue;
    const example = successExample(linked);
    const body = exampleBody(context, example);
    const next = requestWith(linked, (parameter) => {
      const value = expressionValue(linkValue(link, parameter), request, created);
      if (value !== undefined && value !== null) return { value, source: FROM_RESPONSE };
      return parameter.in === "path" || !parameter.required ? undefined : exampleValue(example, parameter);
    });
    if (!next || (linked.requestBody?.required && !body)) continue;
    const spec = { ...next, body };
    if (!(await context.allows(spec))) continue;
    isSent = true;
    const exchange = await context.settle(
      () => context.send(spec),
      (each) => !isGone(each),
    );
    await context.check(spec, anyResponse(linked, `${link.name} leads to it`), exchange);
    if (!isGone(exchange)) continue;
    context.fail(
      {
        check: "link",
        message: `${linked.id} does not find the resource that ${operation.id} created`,
        place: link.pointer,
        expected: `a success, because ${link.name} leads to the created resource`,
        received: String(exchange.status),
      },
      exchange,
    );
  }
  return isSent;
}
