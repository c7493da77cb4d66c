import { type HttpHandler, HttpResponse, http } from "msw";
import { UserError } from "#cli/user-error.js";
import { findRoute, type Route, routesOf } from "#http/routes.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { writtenPath } from "#openapi/operations/operation.js";
import { validatorOf } from "#openapi/validator/validator.js";
import { createState } from "#state/create-state.js";
import type { SeedData } from "#state/seed.js";
import { placedOperations } from "#statements/resources/placed-paths.js";
import { Responder } from "../responder/responder.js";
import type { AnyOverride, OperationName, Override, Overrides } from "./reply.js";
import { resolverFor } from "./responder.js";

/** Options of handlers. */
export interface HandlerOptions {
  /** The base URL of the API (default: any). */
  baseUrl?: string;
  /**
   * Keep what requests create, change and delete, as far as the contract says what they do (default: false). The handlers of one
   * call have one state; those of a further call have a new one.
   */
  state?: boolean;
  /** The resources with which the state begins, by their paths, `{}` for none (default: those of the examples). */
  seedData?: SeedData;
  /** How many resources are generated in each collection, when it is first asked for (default: 0). */
  rows?: number;
}

/**
 * Makes handlers of Mock Service Worker for the operations of one document.
 *
 * @template Handler the type of MSW (default: of its module). Its CommonJS has other classes, with members that are private.
 */
export interface ContractHandlers<Client, Handler = HttpHandler> {
  /**
   * Handlers for every operation. They respond as the mock does, with examples or generated values, unless an override responds.
   * They reject a request that violates the contract: 401 without a key, 415 for another media type, 422 otherwise.
   */
  handlers(overrides?: Overrides<Client>, options?: HandlerOptions): Handler[];
  /** A handler for one operation, for `server.use` in a test. */
  handler<Name extends OperationName<Client>>(
    name: Name,
    override?: Override<Client, Name>,
    options?: HandlerOptions,
  ): Handler;
}

/**
 * Makes the handlers of a document. The types of the client describe requests and responses; the document is what they
 * are generated from.
 *
 * @param places the method and path of each operation by its name in the client: `["get", "/pets"]`
 */
export function contractHandlers<Client>(
  document: OpenApiDocument,
  places: Readonly<Record<OperationName<Client>, readonly [method: string, path: string]>>,
): ContractHandlers<Client>;
export function contractHandlers(
  document: OpenApiDocument,
  places: Readonly<Record<string, readonly [method: string, path: string]>>,
): unknown {
  const operations = placedOperations(document);
  const validator = validatorOf(document);
  const responderFor = ({ state, seedData, rows }: HandlerOptions) =>
    new Responder(document, validator, {
      state: state ? createState(document, { seed: seedData, rows }) : undefined,
      // MSW has the words of each status, also in a page.
      phraseOf: (status) => new HttpResponse(null, { status }).statusText,
    });
  const nameOf = ({ operation }: Route) => {
    const path = writtenPath(operation);
    return (
      Object.keys(places).find((name) => places[name]?.[0] === operation.method && places[name]?.[1] === path) ?? ""
    );
  };

  /** Routes that leave a request to the route whose path fits better. */
  const exclusiveRoutes = (baseUrl: string | undefined): Route[] => {
    const routes = routesOf(operations, baseUrl);
    return routes.map((route) => ({
      ...route,
      valuesOf(url) {
        const found = findRoute(routes, route.operation.method, url);
        return found?.route === route ? found.path : undefined;
      },
    }));
  };

  function handlersOf(
    routes: Route[],
    overrides: Record<string, AnyOverride | undefined>,
    responder: Responder,
  ): HttpHandler[] {
    return routes.flatMap((route) => {
      const { method } = route.operation;
      // MSW has no handlers for TRACE, which `fetch` does not send.
      if (method === "trace") return [];
      const respond = resolverFor(document, route, { validator, responder }, overrides[nameOf(route)]);
      if (isOfMsw(method)) return http[method](route.pattern, respond);
      // MSW asks the next handler about a request without a response.
      const isSame = (request: Request) => request.method.toLowerCase() === method;
      return http.all(route.pattern, (info) => (isSame(info.request) ? respond(info) : undefined));
    });
  }
  return {
    handlers: (overrides: Record<string, AnyOverride> = {}, options: HandlerOptions = {}) =>
      handlersOf(exclusiveRoutes(options.baseUrl), overrides, responderFor(options)),
    handler(name: string, override?: AnyOverride, options: HandlerOptions = {}) {
      const routes = exclusiveRoutes(options.baseUrl).filter((route) => nameOf(route) === name);
      const [handler] = handlersOf(routes, { [name]: override }, responderFor(options));
      if (!handler) throw new UserError(`No handler can serve the operation ${name}. Check its name.`);
      return handler;
    },
  };
}

/** Whether MSW has handlers of a method: not for QUERY and the methods of `additionalOperations` (OpenAPI 3.2, 4.9). */
function isOfMsw(method: string): method is Exclude<keyof typeof http, "all"> {
  return method !== "all" && Object.hasOwn(http, method);
}
