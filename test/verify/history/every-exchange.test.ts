import { expect, test } from "vitest";
import { isObject, type Json } from "#openapi/document/document.js";
import type { Finding } from "#verify/model/finding/finding.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { findingsOf } from "#verify/model/test-case/outcome.js";
import { runBoards } from "./boards.js";

/** Numbers from 0 to 1 that follow from a seed (a linear congruential generator). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Faults that strike at random, each in a part of the responses. */
function respondAtRandom(seed: number) {
  const next = random(seed);
  return (status: number, body: Json): [number, Json] => {
    if (status >= 300) return [status, body];
    if (next() < 0.04) return [500, {}];
    // The title and the name are required.
    if (next() < 0.04 && isObject(body) && "id" in body) return [status, { id: body.id ?? 0 }];
    return [status, body];
  };
}

/** What is wrong with an exchange, as a reader of the document alone sees it. */
function judged({ operation, status, json, request }: Exchange): string[] {
  if (status >= 500) return [`${operation} server-error`];
  const value = json?.value;
  const isShort = isObject(value) && "id" in value && Object.keys(value).length === 1;
  const isRead = request.method === "GET" && !request.url.includes("?");
  return isShort && isRead && status < 300 ? [`${operation} body-invalid`] : [];
}

test.each([1, 2, 3, 4])(
  "each server error and each invalid body that a run received is in a cause of its report: seed %i",
  async (seed) => {
    const wrong = new Set<string>();
    const urls = new Set<string>();
    const report = await runBoards(
      { respond: respondAtRandom(seed) },
      {
        onExchange(exchange) {
          urls.add(exchange.request.url);
          for (const fault of judged(exchange)) wrong.add(fault);
        },
      },
    );
    const reported = new Set(
      report.causes.flatMap(({ operations, rules }) =>
        operations.flatMap((id) => rules.map((rule) => `${id} ${rule}`)),
      ),
    );
    expect(wrong.size).toBeGreaterThan(2);
    expect([...wrong].filter((fault) => !reported.has(fault))).toEqual([]);
    const findings = report.cases.flatMap(({ outcome, warnings }) => [...findingsOf(outcome), ...warnings]);
    // Each finding shows a request that was sent.
    const isSent = ({ reproduce }: Finding) => [...urls].some((url) => reproduce.includes(url));
    expect(findings.filter((finding) => !isSent(finding))).toEqual([]);
  },
);
