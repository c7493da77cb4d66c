import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourcesOf } from "#statements/resources/find-resources.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import { creatingOperation, type Resource } from "#statements/resources/resource.js";
import { uniquenesses } from "#statements/resources/uniqueness.js";
import { failedProbe, isFailure } from "#verify/judges/probes.js";
import { type Exchange, isSuccess } from "#verify/model/request/exchange.js";
import { type RequestSpec, structuredBody } from "#verify/model/request/request-spec.js";
import { mayHaveDataOfOthers } from "#verify/model/target/target.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { isSkippedFor } from "#verify/model/test-case/need.js";
import type { PlanContext } from "#verify/model/test-case/request-context.js";
import { NoResponse, Skipped } from "#verify/model/test-case/skipped.js";
import type { TestCase } from "#verify/model/test-case/test-case.js";
import { clientIdentities } from "#verify/relations/client-identity.js";
import { withEqualTexts, withNewValues } from "#verify/requests/accepted-values/changed-request.js";
import { withPathIdentity } from "#verify/requests/free-identity.js";
import { generatedMediaType } from "#verify/requests/generated-parts.js";
import { hasNewText } from "#verify/requests/generated-values.js";
import { successExample } from "#verify/requests/known-values.js";
import { likelyBodies, resourceRequest } from "#verify/requests/resource-request.js";
import { kindsOfBody, namesInBody, referencesInBody } from "#verify/requests/unusual-bodies.js";
import { createdThrough, creationRequest } from "#verify/resources/created/create-like.js";
import { createResource } from "#verify/resources/created/create-resource.js";
import { type Created, isConfirmed, type Surroundings } from "#verify/resources/created/created.js";
import { testCase } from "../suite.js";

/** The most requests of one test case, without those that the run needs before them. */
const MOST_REQUESTS = 80;

/**
 * Operations on resources of every kind cause no server error. Names that are taken or gone cause none, either. A run sends
 * the rest of its budget for them. Where the document has an example of the body, that shows the usual kinds.
 */
export function unusualResourceCases({ contract, target }: PlanContext, operation: Operation): TestCase[] {
  const resource = [...resourcesOf(contract).values()].find((known) => creatingOperation(known) === operation);
  const isUsable = resource && target.keepsState && !resource.isCreatedElsewhere && usesOf(resource).length > 0;
  if (!isUsable || !operation.requestBody || successExample(operation)?.body) return [];
  return [
    testCase("robustness", operation, "a taken name and a removed resource cause no server error", {
      turnOfRest: 1,
      run: (context) => new UnusualResources(context, resource).run("names"),
    }),
    testCase("robustness", operation, "operations on unusual resources cause no server error", {
      turnOfRest: 2,
      run: (context) => new UnusualResources(context, resource).run("kinds"),
    }),
  ];
}

/** The operations on one resource, apart from its removal. */
function usesOf({ retrieve, update, replace, nested }: Resource): Operation[] {
  return [...nested, retrieve, update, replace].flatMap((operation) => operation ?? []);
}

/** Creates resources of every kind, and sends the operations of each. */
class UnusualResources {
  readonly #context: CaseContext;
  readonly #resource: Resource;
  /** The operations that failed, and for what. */
  readonly #failed = new Set<string>();
  #left = MOST_REQUESTS;

  constructor(context: CaseContext, resource: Resource) {
    this.#context = context;
    this.#resource = resource;
  }

  /** @throws Skipped if no resource can be created */
  async run(which: "names" | "kinds"): Promise<void> {
    const usual = await createResource(this.#context, this.#resource, { isChecked: false });
    if (!(await isConfirmed(this.#context, usual))) {
      throw new Skipped("the run has not certainly created the resource, so it does not change it");
    }
    try {
      if (which === "names") await this.#name(usual);
      else await this.#vary(usual);
    } catch (error) {
      // The rest of the budget is sent.
      if (!(error instanceof Skipped && isSkippedFor(error, "budget"))) throw error;
    }
  }

  async #name(usual: Created): Promise<void> {
    await this.#nameAgain(usual);
    await this.#removeReferred(usual);
  }

  async #vary(usual: Created): Promise<void> {
    const kinds = await this.#createKinds(usual);
    const children = await this.#use(usual);
    for (const [what, created] of kinds) await this.#use(created, what);
    const [existing = usual] = kinds.values();
    await this.#sendNames(usual, existing);
    await this.#change(usual, children);
    const { remove } = this.#resource;
    if (remove) await this.#send(this.#requestTo(remove, usual), "a resource to which others belong");
  }

  /**
   * Creates what belongs to a resource, and sends the operations of both. Changes come last, because they may make another
   * kind of it.
   *
   * @param what the resource in words (default: it has usual values)
   */
  async #use(created: Created, what?: string): Promise<Created[]> {
    if (!(await isConfirmed(this.#context, created))) return [];
    const children: Created[] = [];
    for (const resource of this.#childrenOf(created.resource)) {
      const around = { outer: created.path, parent: created };
      const request = this.#attempt(() =>
        creationRequest(this.#context, resource, around, this.#bodyFor(creatingOperation(resource))),
      );
      const child = await this.#create(resource, around, request, what);
      if (child) children.push(child);
    }
    for (const child of children) await this.#sendAll(usesOf(child.resource), child, what);
    const { nested, retrieve, update, replace, list } = created.resource;
    const creating = this.#childrenOf(created.resource).map(creatingOperation);
    const actions = nested.filter((operation) => !isSafe(operation) && !creating.includes(operation));
    const reads = [...nested.filter(isSafe), retrieve].flatMap((operation) => operation ?? []);
    await this.#sendAll([...actions, ...reads], created, what);
    if (list) await this.#send(this.#requestTo(list.operation, { path: created.outer }), what);
    await this.#sendAll(
      [update, replace, retrieve].flatMap((operation) => operation ?? []),
      created,
      what,
    );
    return children;
  }

  /** The resources that belong to one, and that the run can create there. */
  #childrenOf({ key, position }: Resource): Resource[] {
    return [...resourcesOf(this.#context.contract).values()].filter((child) => {
      const isBelow = child.key.startsWith(`${key}/`) && child.position === position + 1;
      return isBelow && !child.isCreatedElsewhere && creatingOperation(child) !== undefined;
    });
  }

  /**
   * A name that is taken is named once more, where the body alone names the resource. Otherwise the server may make the name
   * of a field, as a slug of a title. Then another resource has an equal field.
   */
  async #nameAgain(usual: Created): Promise<void> {
    const { create, request, value } = usual;
    const body = structuredBody(request);
    if (create.method !== "post" || body === undefined) return;
    const named = clientIdentities(this.#context.contract, create, body);
    if (named.some((identity) => isSameId(identity.value, value))) {
      // Where the document has a conflict for it, a test case of its own sends it.
      const [key = ""] = pointerNames(usual.identifier.pointer).slice(-1);
      const mediaType = generatedMediaType(create);
      const known = mediaType ? uniquenesses(this.#context.contract.document, create, mediaType, key) : [];
      if (!known.some(({ fields }) => fields.includes(key)))
        await this.#send(request, "the name of a resource that exists");
      return;
    }
    const equal = withEqualTexts(this.#context, request, String(value));
    await this.#create(usual.resource, usual, equal, "the texts by which another resource is named");
  }

  /** Creates one resource of each kind that the target accepts, by its kind in words. */
  async #createKinds(usual: Created): Promise<Map<string, Created>> {
    const found = new Map<string, Created>();
    for (const change of kindsOfBody(this.#context, usual.request)) {
      const what = `a resource created with ${change.what}`;
      if (found.has(what)) continue;
      const like = this.#likeRequest(usual);
      const changed = like && change.apply(like);
      // Some changes replace the whole body.
      const request = changed && withPathIdentity(this.#context, withNewValues(this.#context, changed));
      if (!request || !this.#isKnownAgain(request)) continue;
      const created = await this.#create(usual.resource, usual, request, change.what);
      if (created) found.set(what, created);
    }
    return found;
  }

  /** Whether a created resource has a text of this run. Without one, the run cannot prove that it may remove it. */
  #isKnownAgain({ parameters, body }: RequestSpec): boolean {
    const { generator, target } = this.#context;
    const sent = [...parameters.map(({ value }) => value), body && "value" in body ? body.value : null];
    return !mayHaveDataOfOthers(target) || sent.some((value) => hasNewText(generator, jsonText(value)));
  }

  /** The request that creates a resource like another one, beside it. */
  #likeRequest({ resource, request: { body }, ...around }: Created): RequestSpec | undefined {
    const request = this.#attempt(() => creationRequest(this.#context, resource, around, body));
    return request && withNewValues(this.#context, request);
  }

  /** Writes get names that exist, and names that some programs read otherwise. */
  async #sendNames(usual: Created, existing: Created): Promise<void> {
    for (const operation of usesOf(usual.resource)) {
      if (isSafe(operation) || !operation.requestBody) continue;
      const request = this.#requestTo(operation, usual);
      for (const change of request ? namesInBody(this.#context, request, String(existing.value)) : []) {
        await this.#send(request && change.apply(withNewValues(this.#context, request)), change.what);
      }
    }
  }

  /** Makes another kind of a resource to which others belong, and sends the operations on these. */
  async #change(usual: Created, children: readonly Created[]): Promise<void> {
    const { update, replace, nested } = usual.resource;
    const actions = nested.filter((operation) => !isSafe(operation) && operation.requestBody === undefined);
    for (const operation of [update, replace].flatMap((change) => change ?? [])) {
      const request = this.#requestTo(operation, usual);
      for (const change of request ? kindsOfBody(this.#context, request) : []) {
        const changed = request && change.apply(withNewValues(this.#context, request));
        const exchange = await this.#send(changed && withPathIdentity(this.#context, changed), change.what);
        if (!exchange || !isSuccess(exchange)) continue;
        const what = `a resource changed to ${change.what}`;
        for (const child of children) await this.#sendAll(usesOf(child.resource), child, what);
        await this.#sendAll(actions, usual, what);
      }
    }
  }

  /** Removes a resource that another one may name, and to which others belong. Reads what is left. */
  async #removeReferred(usual: Created): Promise<void> {
    const { remove, list, retrieve, nested } = usual.resource;
    let naming: Created | undefined;
    let what = "a resource that was removed";
    for (const change of referencesInBody(this.#context, usual.request, usual.value)) {
      const like = naming ? undefined : this.#likeRequest(usual);
      naming ??= await this.#create(usual.resource, usual, like && change.apply(like), change.what);
      if (naming) what = `${change.what}, which was removed`;
    }
    const removed = remove && (await this.#send(this.#requestTo(remove, usual), "a resource that others name"));
    if (!removed || !isSuccess(removed)) return;
    const reads = [retrieve, ...nested.filter(isSafe)].flatMap((operation) => operation ?? []);
    if (naming) await this.#sendAll(reads, naming, what);
    if (list) await this.#send(this.#requestTo(list.operation, { path: usual.outer }), what);
  }

  async #create(
    resource: Resource,
    around: Surroundings,
    request: RequestSpec | undefined,
    what: string | undefined,
  ): Promise<Created | undefined> {
    const exchange = await this.#send(request, what);
    if (!request || !exchange || !isSuccess(exchange)) return undefined;
    return createdThrough(this.#context, resource, around, request, exchange);
  }

  async #sendAll(operations: readonly Operation[], to: Created, what: string | undefined): Promise<void> {
    for (const operation of operations) await this.#send(this.#requestTo(operation, to), what);
  }

  /** A request with usual values; undefined if one is missing. */
  #requestTo(operation: Operation, { path }: Pick<Created, "path">): RequestSpec | undefined {
    return this.#attempt(() => resourceRequest(this.#context, operation, path, this.#bodyFor(operation)));
  }

  #bodyFor(operation: Operation | undefined) {
    if (!operation?.requestBody) return undefined;
    return this.#context.accepted.bodyFor(operation) ?? likelyBodies(this.#context, operation)[0];
  }

  /** Returns a request or a body; undefined if a value of it cannot be generated. */
  #attempt<Made>(make: () => Made | undefined): Made | undefined {
    try {
      return make();
    } catch (error) {
      if (error instanceof Skipped) return undefined;
      throw error;
    }
  }

  /**
   * Sends a request, if it may be sent, and judges the response. One that failed for usual values, or for the same, is not sent
   * again.
   */
  async #send(planned: RequestSpec | undefined, what?: string): Promise<Exchange | undefined> {
    const id = planned?.operation.id ?? "";
    const isKnown = this.#failed.has(id) || this.#failed.has(`${id} ${what}`);
    // A server may show a resource to its owner in another way than to everybody.
    const request = planned && { ...planned, writtenWith: creatingOperation(this.#resource)?.security ?? [] };
    if (!request || this.#left <= 0 || isKnown || !(await this.#context.prepare(request))) return undefined;
    this.#left -= 1;
    const response = await this.#responseTo(request);
    const isFailed = response instanceof NoResponse || isFailure(request.operation, response);
    if (!isFailed) return response;
    this.#failed.add(what === undefined ? id : `${id} ${what}`);
    const again = await this.#responseTo(request);
    const isRepeated = again instanceof NoResponse || isFailure(request.operation, again);
    const fault = what === undefined ? undefined : { part: what, what };
    const why = what ?? "usual values";
    const { operation } = request;
    this.#context.judge([failedProbe({ operation, response, why, fault, isRepeated, isDead: false })]);
    return undefined;
  }

  /** The response, or the reason why there was none. @throws NoResponse for a request that was not sent, or in an outage */
  async #responseTo(request: RequestSpec): Promise<Exchange | NoResponse> {
    return this.#context.send(request).catch((error: unknown) => {
      if (error instanceof NoResponse && error.isSent && !error.isOutage) return error;
      throw error;
    });
  }
}
