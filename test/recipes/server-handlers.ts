// The handlers of a server, typed by the contract: one for each operation, and each returns what the contract documents.
import { createRequire } from "node:module";
import Fastify, { type FastifyInstance } from "fastify";
import type { Answer, Input } from "team-api";
import type { operations } from "team-api/types";

/** What a handler may return: a documented status, with the body that is documented for it. */
export type Reply<Operation> = ReplyOf<Answer<Operation>>;
type ReplyOf<Each> = Each extends { ok: true; status: infer Status; data: infer Body }
  ? { status: Status; body: Body }
  : Each extends { ok: false; status: infer Status; error: infer Body }
    ? { status: Status; body?: Body }
    : never;

/** An operation without a handler is a type error. */
export type Handlers = {
  [Id in keyof operations]: (input: Input<operations[Id]>) => Promise<Reply<operations[Id]>>;
};

/** The part of the document that says what is served where. */
interface Document {
  paths: Record<string, Record<string, { operationId?: keyof operations }>>;
}

const document: Document = createRequire(import.meta.url)("team-api/openapi.json");

/** Serves the operations of the contract where the contract says. */
export function serverOf(handlers: Handlers): FastifyInstance {
  const app = Fastify();
  // What comes in has the contract's type once it is validated, which this leaves to you.
  const handle = <Id extends keyof operations>(id: Id, input: object) => handlers[id](input as Input<operations[Id]>);

  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, { operationId }] of Object.entries(item)) {
      if (!operationId) continue;
      app.route({
        method: method.toUpperCase(),
        url: path.replace(/\{(\w+)\}/g, ":$1"),
        handler: async ({ params, query, body }, reply) => {
          const answer = await handle(operationId, { path: params, query, body });
          return reply.code(answer.status).send(answer.body);
        },
      });
    }
  }
  return app;
}
