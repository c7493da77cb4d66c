// Handlers of a server: one for each operation of the contract. Their inputs and responses have the types of the contract.
import { createRequire } from "node:module";
import Fastify, { type FastifyInstance } from "fastify";
import type { Answer, Input } from "team-api";
import type { operations } from "team-api/types";

/** A response of a handler: a documented status, with its documented body. */
export type Reply<Operation> = ReplyOf<Answer<Operation>>;
type ReplyOf<Each> = Each extends { ok: true; status: infer Status; data: infer Body }
  ? { status: Status; body: Body }
  : Each extends { ok: false; status: infer Status; error: infer Body }
    ? { status: Status; body?: [Body] extends [undefined] ? unknown : Body }
    : never;

/** A missing handler is a type error. */
export type Handlers = {
  [Id in keyof operations]: (input: Input<operations[Id]>) => Promise<Reply<operations[Id]>>;
};

/** The part of the document that assigns operations to paths and methods. */
interface Document {
  paths: Record<string, Record<string, { operationId?: keyof operations }>>;
}

const document: Document = createRequire(import.meta.url)("team-api/openapi.json");

/** Serves the operations at the paths of the contract. */
export function serverOf(handlers: Handlers): FastifyInstance {
  const app = Fastify();
  // The cast is correct only for valid input. Add validation here.
  const handle = <Id extends keyof operations>(id: Id, input: object) => handlers[id](input as Input<operations[Id]>);

  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, { operationId }] of Object.entries(item)) {
      if (!operationId) continue;
      app.route({
        method: method.toUpperCase(),
        url: path.replace(/\{(\w+)\}/g, ":$1"),
        handler: async ({ params, query, body }, reply) => {
          const response = await handle(operationId, { path: params, query, body });
          return reply.code(response.status).send(response.body);
        },
      });
    }
  }
  return app;
}
