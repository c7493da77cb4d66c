import { isSafe } from "../../openapi/methods.js";
import type { Operation } from "../../openapi/operation.js";
import type { CaseContext } from "../model/case-context.js";
import { type Exchange, isSuccess, jsonOf } from "../model/exchange.js";
import { Skipped } from "../model/skipped.js";
import { resourceOf } from "../relations/find-resources.js";
import { identifierIn, isSameId, resourceIn } from "../relations/identifiers.js";
import { pathParameters } from "../relations/path-parameters.js";
import type { Resource } from "../relations/resource.js";
import { type Created, createResource, isWritable, removeCreated } from "./create-resource.js";
import { hasSentValues, isOther } from "./ownership.js";
import { resourceRequest } from "./resource-request.js";

/**
 * A resource that the run creates for the test cases of one unsafe operation, and keeps until its end. Each operation has its
 * own one, because some archive or finish what they are sent to.
 *
 * @returns undefined if no resource can certainly be created
 */
export function createdFor(context: CaseContext, operation: Operation): Promise<Created | undefined> {
  return context.shared.get(`created for ${operation.id}`, async () => {
    const resource = resourceAt(context, operation);
    if (!resource || isSafe(operation)) return undefined;
    let own: Promise<Created | undefined> | undefined;
    const first = await context.shared.get(`first creation of ${resource.key}`, () => {
      own = createUsable(context, resource);
      return own;
    });
    // If one cannot be created, others cannot either.
    const created = own || !first ? first : await createUsable(context, resource);
    for (let each = created; each; each = each.parent) {
      const { remove } = each.resource;
      await context.keepCreated(each.create, each.exchange, remove && resourceRequest(context, remove, each.path));
    }
    return created;
  });
}

function resourceAt({ contract, target }: CaseContext, operation: Operation): Resource | undefined {
  const last = pathParameters(operation).at(-1);
  const resource = last && target.keepsState ? resourceOf(contract, operation, last) : undefined;
  return resource?.create && resource.create !== operation ? resource : undefined;
}

async function createUsable(context: CaseContext, resource: Resource): Promise<Created | undefined> {
  try {
    const created = await createResource(context, resource, { isChecked: false });
    if (isWritable(created) && (await isUsable(context, created))) return created;
    await removeCreated(context, created.parent);
    return undefined;
  } catch (error) {
    if (error instanceof Skipped) return undefined;
    throw error;
  }
}

/** Whether a created resource exists, perhaps after a while, and is the one that its path names. */
async function isUsable(context: CaseContext, created: Created): Promise<boolean> {
  const { retrieve } = created.resource;
  const request = retrieve && resourceRequest(context, retrieve, created.path);
  if (!request) return created.exchange.status !== 202;
  return isCreated(context, created, await context.settle(() => context.send(request), isSuccess));
}

/**
 * Whether a response shows the resource that was created. If only `Location` named it, the sent values have to be there: the
 * address may be that of another resource.
 */
export function isCreated(context: CaseContext, created: Created, exchange: Exchange): boolean {
  const body = jsonOf(exchange);
  const found = resourceIn(body, created);
  if (!isSuccess(exchange) || !found || isOther(created, found)) return false;
  const isNamed = identifierIn(jsonOf(created.exchange), created.identifier) !== undefined;
  const hasId = isSameId(identifierIn(body, created.identifier), created.value);
  return (isNamed && hasId) || hasSentValues(context, created, found);
}
