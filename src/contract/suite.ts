// The test file that Vitest runs for `verify`: one test per case.
import { inject, test } from "vitest";
import { securitySchemes } from "../openapi/security.js";
import { SchemaValidator } from "../openapi/validator.js";
import type { Case } from "./case.js";
import { findingsOf } from "./checks/all.js";
import { plan } from "./plan.js";
import { unmetPrecondition } from "./precondition.js";
import { presentable, presentableFinding } from "./present.js";
import { promisesOf } from "./promises.js";
import { curl } from "./report/curl.js";
import { failureText } from "./report/failure-text.js";
import { buildRequest } from "./request.js";
import { NoAnswer, send } from "./send.js";
import type { CaseReport, Outcome } from "./verification.js";

const { document, target } = inject("verification");
const validator = new SchemaValidator(document);
const promises = promisesOf(document);
const schemes = securitySchemes(document);

for (const { planned, notSent } of plan(document, target)) {
  if (notSent !== undefined) {
    test(planned.name, ({ task, skip }) => {
      task.meta.report = reportOf(planned, { verdict: "not verified", reason: notSent });
      skip(notSent);
    });
    continue;
  }
  test.concurrent(planned.name, async ({ task, skip }) => {
    const request = await buildRequest(planned, target, schemes);
    const exchange = await send(request, target.timeout).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error;
      const reason = presentable(error.message, target);
      task.meta.report = reportOf(planned, { verdict: "no answer", reason });
      throw withoutStack(`${reason}\nrepeat: ${curl(error.request)}`);
    });
    const { status, duration } = exchange;
    const unmet = unmetPrecondition(planned, exchange, target);
    if (unmet !== undefined) {
      task.meta.report = reportOf(planned, { verdict: "not verified", reason: unmet, status });
      return skip(unmet);
    }
    const context = { document, validator, promises, checked: planned, exchange };
    const findings = findingsOf(context).map((finding) => presentableFinding(finding, target));
    if (findings.length === 0) {
      task.meta.report = reportOf(planned, { verdict: "holds", status, duration });
      return;
    }
    task.meta.report = reportOf(planned, { verdict: "broken", status, duration, findings });
    throw withoutStack(failureText(findings, exchange.request, promises));
  });
}

function reportOf({ name, kind, operation }: Case, outcome: Outcome): CaseReport {
  return { name, kind, operation: operation.id, method: operation.method, path: operation.path, outcome };
}

/** An error whose message is the whole story: where in this file it was thrown helps nobody. */
function withoutStack(message: string): Error {
  const error = new Error(message);
  error.name = "Contract";
  error.stack = `Contract: ${message}`;
  return error;
}
