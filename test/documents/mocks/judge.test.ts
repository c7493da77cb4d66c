import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { documentOf } from "../../verify/small-document.js";
import { type Answer, judge, noScores } from "./judge.js";

const SCHEMA = {
  type: "object",
  required: ["items"],
  properties: { items: { type: "array", items: { type: "string" } }, total: { type: "integer" }, name: {} },
};
const CONTENT = { "application/json": { schema: SCHEMA } };

/** The facts of a response that were tried, and whether they were right. */
function facts(
  content: JsonObject,
  answer: Partial<Answer>,
  sent?: Json,
): [Record<string, string>, string | undefined] {
  const document = documentOf({ "/a": { post: { responses: { "200": { description: "", content } } } } });
  const [operation] = operationsOf(document);
  if (!operation) throw new Error("No operation.");
  const scores = noScores();
  const given = { status: 200, type: "application/json", text: "", ...answer };
  const wrong = judge(scores, document, operation, given, sent);
  const tried = Object.entries(scores).filter(([, { of }]) => of > 0);
  return [Object.fromEntries(tried.map(([fact, { right, of }]) => [fact, `${right} of ${of}`])), wrong];
}

const [ONE, NONE] = ["1 of 1", "0 of 1"];
const GOOD = { success: ONE, type: ONE, valid: ONE };

interface Judged {
  name: string;
  content?: JsonObject;
  answer: Partial<Answer>;
  sent?: Json;
  want: Record<string, string>;
  wrong?: string;
}

test.each<Judged>([
  { name: "a page", answer: { text: '{"items":["Kim"],"total":1}' }, want: { ...GOOD, page: ONE, texts: ONE } },
  {
    name: "a total below the items, and placeholders",
    answer: { text: '{"items":["string","Lorem ipsum","Kim"],"total":2}' },
    want: { ...GOOD, page: NONE, texts: "1 of 3" },
  },
  {
    name: "another value than was sent",
    answer: { text: '{"items":[],"name":"a"}' },
    sent: { name: "b" },
    want: { ...GOOD, sent: NONE, texts: ONE },
  },
  {
    name: "an invalid body",
    answer: { text: "{}" },
    want: { ...GOOD, valid: NONE },
    wrong: " must have required property 'items'",
  },
  {
    name: "another media type",
    answer: { type: "text/plain", text: "{}" },
    want: { success: ONE, type: NONE, valid: NONE },
    wrong: "the type text/plain",
  },
  {
    name: "an undocumented status",
    answer: { status: 500, text: "{}" },
    want: { success: NONE, type: NONE, valid: NONE },
    wrong: "no documented success",
  },
  {
    name: "a text of any type",
    content: { "*/*": { schema: { type: "string" } } },
    answer: { type: "text/plain", text: "Kim" },
    want: { success: ONE, type: ONE },
  },
])("the comparison of mocks judges $name", ({ content = CONTENT, answer, sent, want, wrong }) => {
  expect(facts(content, answer, sent)).toEqual([want, wrong]);
});
