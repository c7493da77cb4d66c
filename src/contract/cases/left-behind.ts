import type { Json } from "../../openapi/document.js";
import type { Operation } from "../../openapi/operation.js";
import { type Ask, type Expectation, missing } from "../ask.js";
import type { CaseRun } from "../case-run.js";
import { succeeded } from "../exchange.js";
import { linksOf, promisesStated } from "../proves.js";
import { SAFE_METHODS } from "../target.js";
import { requestValue } from "./runtime-expression.js";

/**
 * A create that was refused has left nothing behind: what a link would lead to by what was sent is not there. Only a link
 * whose parameters all stem from the request can be followed without an answer.
 */
export async function expectNothingLeft(
  run: CaseRun,
  operation: Operation,
  ask: Ask,
  refused: Expectation,
): Promise<void> {
  const { document } = run.environment;
  const sent = sentValue(ask);
  if (sent === undefined || SAFE_METHODS.includes(operation.method)) return;
  const links = operation.responses
    .filter(({ status }) => status.startsWith("2"))
    .flatMap((each) => linksOf(document, each));
  for (const link of links) {
    const linked = link.operationId === undefined ? undefined : run.environment.operationNamed(link.operationId);
    if (!linked || !SAFE_METHODS.includes(linked.method)) continue;
    const parameters = linked.parameters.flatMap((parameter) => {
      const value = requestValue(
        link.parameters[parameter.name] ?? link.parameters[`${parameter.in}.${parameter.name}`],
        sent,
      );
      // What nobody had before cannot have been there already.
      return typeof value === "string" && run.environment.madeUp.has(value) ? [{ parameter, value }] : [];
    });
    if (
      !linked.parameters
        .filter((each) => each.required)
        .every((each) => parameters.some((given) => given.parameter === each))
    )
      continue;
    const exchange = await run.send({ operation: linked, parameters });
    const expected = missing(linked, `what was refused (${refused.why}) was not made`);
    if (!succeeded(exchange))
      return await run.judge({ operation: linked, parameters }, { ...expected, kind: "anything" }, exchange);
    run.findBroken(
      "left-behind",
      refused.location,
      [
        ...new Set([
          ...refused.promises,
          ...promisesStated(run.environment.promises, operation.id, [refused.location, ...refused.places], true),
        ]),
      ],
      {
        message: `${operation.id} was refused, and yet what it was to make is there`,
        expected: `a 4xx from ${linked.id}`,
        received: `${exchange.status} ${exchange.body}`,
      },
      exchange,
    );
    return;
  }
}

/** The value of a body, also of one that was written as text. */
export function sentValue({ body }: Ask): Json | undefined {
  if (!body) return undefined;
  if ("value" in body) return body.value;
  try {
    return JSON.parse(body.text);
  } catch {
    return undefined;
  }
}
