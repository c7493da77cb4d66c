import type { JsonObject } from "#openapi/document/document.js";
import { expansionsOf } from "#statements/expansions.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { expandedField } from "#verify/judges/expanded.js";
import { isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { sent, withParameters } from "#verify/resources/lists/read-pages.js";

/** A created resource with an expanded field is the same resource, and the field has the object that it names. */
export async function expectExpansions(context: CaseContext, created: Created, plain: JsonObject): Promise<void> {
  const { retrieve } = created.resource;
  const request = retrieve && resourceRequest(context, retrieve, created.path);
  if (!request) return;
  for (const expansion of expansionsOf(context.contract.document, retrieve)) {
    const exchange = await context.send(withParameters(request, [sent(expansion.parameter, expansion.value)]));
    const expanded = isSuccess(exchange) ? resourceIn(jsonOf(exchange), created) : undefined;
    if (expanded && !context.judge(expandedField(expansion, { plain, expanded, exchange }))) return;
  }
}
