import { parseYaml } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import type { Json } from "#openapi/document/document.js";
import type { Finding } from "#verify/model/finding/finding.js";
import type { Replay } from "#verify/model/finding/replay.js";
import { redactReplay } from "#verify/report/redaction/sanitize.js";
import { failures } from "#verify/reporters/failures.js";
import { broken } from "#verify/rules/sentence.js";
import { testTarget } from "../target.js";
import { report, result } from "./sample.js";

const finding: Finding = {
  ...broken("server-error", { status: 500 }),
  ...{ basis: "stated", requirements: [], place: "#" },
  ...{ expected: "200", received: "500", assumes: [], reproduce: "curl", about: { operation: "addThing" } },
};

const replayOf = (value: Json): Replay => ({
  requests: [{ operation: "addThing", credential: "own", body: { type: "application/json", value } }],
});

const failed = (findings: Finding[]) => ({ verdict: "failed", statuses: [500], duration: 1, findings }) as const;

test("a run without a failure has no failures.yaml, and neither has recorded traffic", () => {
  const ofTraffic = result("a", failed([finding]), { suite: "traffic" });
  expect(failures.render(report({ cases: [result("a"), ofTraffic] }))).toBeUndefined();
});

test("every value is the same after it was written and read, and no character is unprintable", () => {
  const value = {
    "__proto__ ": ["a\u0000b", "\u202e", "\ufeff", "\u2028", "\ud83e\udd84", "null", "1e9", " ", ""],
    "": {},
    a: [],
  };
  const found = { ...finding, replay: replayOf(value) };
  const text = failures.render(report({ cases: [result("a", failed([found]))] })) ?? "";
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(parseYaml(text)).toMatchObject({ failures: [{ case: "listThings › a", requests: found.replay.requests }] });
});

test("findings of different requests are different failures", () => {
  const found = [1, 2, 2].map((value) => ({ ...finding, replay: replayOf(value) }));
  const text = failures.render(report({ cases: [result("a", failed(found))] })) ?? "";
  expect(parseYaml(text)).toMatchObject({
    failures: [{ findings: [{ check: "status" }] }, { findings: [{ check: "status" }, { check: "status" }] }],
  });
});

test("the requests of a failure have no secret", () => {
  const replay = redactReplay(
    {
      requests: [
        { operation: "a", credential: "own", parameters: { query: { q: "Canary-1" } }, body: { text: "Canary-1" } },
      ],
    },
    testTarget("http://127.0.0.1:9", { credentials: { own: { "*": { value: "Canary-1", variable: "KEY" } } } }),
  );
  expect(JSON.stringify(replay)).not.toContain("Canary");
  expect(replay.requests[0]).toMatchObject({ parameters: { query: { q: "$KEY" } }, body: { text: "$KEY" } });
});
