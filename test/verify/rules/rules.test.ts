import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { KINDS } from "#verify/model/finding/kinds.js";
import { SUITES } from "#verify/model/test-case/test-case.js";
import { RULES, ruleNamed } from "#verify/rules/registry.js";
import { asWritten, filled, type Rule } from "#verify/rules/rule.js";
import { broken, kindOfBreach, unrepeated, withoutNumbers } from "#verify/rules/sentence.js";
import { mayBreak } from "#verify/rules/suites.js";

const ENTRIES = Object.entries<Rule>(RULES);
const CHECKS = new Set<string>(KINDS.map(({ check }) => check));

test("each rule has an id in kebab-case that is not the id of a check or of a suite", () => {
  const wrong = ENTRIES.filter(
    ([id]) => !/^[a-z]+(-[a-z]+)+$/.test(id) || CHECKS.has(id) || SUITES.some((s) => s === id),
  );
  expect(wrong.map(([id]) => id)).toEqual([]);
});

test("each rule says what it requires, and its evidence is one that findings of its check have", () => {
  const wrong = ENTRIES.filter(([, { check, basis, requires, says }]) => {
    const isKnown = KINDS.some((kind) => kind.check === check && kind.basis === basis);
    return !isKnown || requires === "" || /[.]$/.test(requires) || /[.]$/.test(says);
  });
  expect(wrong.map(([id]) => id)).toEqual([]);
});

test("each check has a rule", () => {
  const checks = new Set<string>(ENTRIES.map(([, { check }]) => check));
  expect([...CHECKS].filter((check) => !checks.has(check))).toEqual([]);
});

test("each rule is broken by a line of the code", async () => {
  const files = await sources();
  const others = files.filter(({ path }) => !path.includes("/rules/") || path.includes("team-api"));
  const unused = ENTRIES.filter(([id]) => others.every(({ text }) => !text.includes(`"${id}"`)));
  // `more items` and `hasMore` choose between two of them by default.
  expect(unused.map(([id]) => id)).toEqual([]);
});

test.each([
  [{ field: "age", value: "5" }, 'age is "5"'],
  [{ field: "age", value: 5 }, "age is 5"],
  [{ field: "age", value: null }, "age is null"],
  [{ field: "{value}", value: "{field}" }, '{value} is "{field}"'],
])("a template with %j is %s", (data, sentence) => {
  expect(filled("{field} is {value:json}", data)).toBe(sentence);
});

test("a sentence is the same for the items of a list, and breaches of a rule are alike for other values", () => {
  const at = (index: number) =>
    broken("body-invalid", { part: `the body at /${index}`, problem: "must be a date", more: "" });
  expect(withoutNumbers(at(3))).toBe(withoutNumbers(at(12)));
  expect(withoutNumbers(at(3))).toBe("the body at /# must be a date");
  const of = (value: string) => broken("filter-lists-other-value", { parameter: "status", value });
  expect(kindOfBreach(of("a"))).toBe(kindOfBreach(of("b")));
  expect(kindOfBreach(of("a"))).not.toBe(
    kindOfBreach(broken("filter-disabled-by-case", { parameter: "status", value: "a" })),
  );
});

test("a failure that was not seen again says so, and is the same failure", () => {
  const error = broken("server-error", { status: 500 });
  expect(unrepeated(error)).toMatchObject({
    rule: "server-error",
    message: "500, a server error (not when it was repeated)",
  });
});

test.each([
  ["deleted-resource-remains", ["life-cycle"]],
  ["job-not-found", ["jobs"]],
  ["server-error", [...SUITES]],
  ["default-not-applied", [...SUITES]],
  ["no-such-rule", []],
])("the rule %s is looked for by %j", (id, suites) => {
  expect(SUITES.filter((suite) => mayBreak(suite, id))).toEqual(suites);
});

/** A regular expression, or a search, that is applied to a sentence of ours. What a server says is no such sentence. */
const READING =
  /\b(?<!error\.|Error\.)(message|title|expected|why|what)\??\.(match|matchAll|replace|replaceAll|search|split|startsWith|endsWith|includes|indexOf|slice)\(|\.(test|exec)\((\w+\.)*(message|title|expected|why|what)\)/;

/** Files whose `message` is of a parser or of a server. */
const OF_OTHERS = ["model/request/quoted.ts", "transport/http-client.ts"];

test("no sentence of a finding and no title is read by a program", async () => {
  const reading = (await sources()).filter(
    ({ path, text }) => READING.test(text) && !OF_OTHERS.some((other) => path.endsWith(other)),
  );
  expect(reading.map(({ path, text }) => `${path}: ${READING.exec(text)?.[0]}`)).toEqual([]);
});

test("titles of causes are made of data alone: no regular expression", async () => {
  const made = (await sources()).filter(({ path }) =>
    /report\/cause\/(cause-title|faults-text|cause-subject)\.ts$/.test(path),
  );
  expect(made).toHaveLength(3);
  expect(made.filter(({ text }) => /\.(match|matchAll|replace|search|test|exec)\(/.test(text))).toEqual([]);
});

test.each([
  "message.replace(/x/, y)",
  "finding.message.startsWith(check)",
  "/^a/.test(message)",
  "/^a/.exec(cause.title)",
  "title.split(x)",
  "expected.slice(2)",
])("%s would read a sentence", (line) => {
  expect(line).toMatch(READING);
});

test("the text of a value is itself, and JSON for others", () => {
  expect([asWritten("a", false), asWritten("a", true), asWritten([1], false)]).toEqual(["a", '"a"', "[1]"]);
  expect(ruleNamed("toString")).toBeUndefined();
});

async function sources(): Promise<{ path: string; text: string }[]> {
  const folders = ["src/verify", "src/team-api/rules"];
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(folder, { recursive: true })).map((name) => `${folder}/${name}`)),
  );
  const paths = names.flat().filter((path) => path.endsWith(".ts"));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, "utf8") })));
}
