import type { FastifyInstance, FastifyReply } from "fastify";
import type { Conditions } from "#conditions/conditions.js";
import { Problem } from "./problem.js";

/** The response header that says which conditions were applied, and why. */
export const CHOICE_HEADER = "x-sandbox-choice";

/** Applies conditions to each request, before it is authenticated. A request that is not served has no effect. */
export function applyConditions(app: FastifyInstance, conditions: Conditions): void {
  const { isIdle } = conditions;
  app.addHook("onRequest", (request, reply, done) => {
    const prefer = [request.headers.prefer ?? []].flat().join(",");
    if (isIdle && prefer === "") done();
    else apply(conditions, prefer, reply).then(done, done);
  });
}

/** @returns the response to a request that is not served */
async function apply(conditions: Conditions, prefer: string, reply: FastifyReply): Promise<Problem | undefined> {
  const choices: string[] = [];
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  const rejection = await conditions.apply(prefer, (choice) => choices.push(choice), gone.signal);
  if (choices.length > 0) reply.header(CHOICE_HEADER, choices.join("; "));
  return rejection && new Problem(rejection.status, rejection.detail, { headers: rejection.headers });
}
