import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { pictures, type Results, render } from "../results.js";
import type { FaultCurve } from "./curve.js";
import { description, picture } from "./picture.js";

const CURVE: FaultCurve = {
  faults: 20,
  firstFindings: [4, 8, 8, 30, 90, 140, 141, 200, 210, 240],
  tools: [
    { name: "verify", requests: 250, share: 0.95 },
    { name: "Portman", requests: 5, share: 0.4 },
    { name: "Dredd <1>", requests: 6, share: 0.4 },
  ],
};

test("the picture has a title and a description with the same numbers", () => {
  const text = picture(CURVE);
  expect(text).toContain('role="img" aria-labelledby="title description"');
  expect(text).toContain("<title id=");
  expect(description(CURVE)).toContain("of 20 faults, 5 % after 5, 15 % after 10,");
  expect(description(CURVE)).toContain("Portman 40 % with 5,");
});

test("the picture has a point and a name for each tool, and escapes the names", () => {
  const text = picture(CURVE);
  expect(text.match(/class="peer"/g)).toHaveLength(2);
  expect(text.match(/class="own" cx/g)).toHaveLength(1);
  expect(text).toContain("Dredd &lt;1> 40 %");
});

test.each([0, 0.4, 1])("labels of tools with the same share (%d) do not overlap, and stay in the picture", (share) => {
  const tools = ["Portman", "Dredd", "Specmatic"].map((name) => ({ name, requests: 5, share }));
  const labels = picture({ ...CURVE, tools }).matchAll(/y="([\d.]+)" text-anchor="end">(?:Portman|Dredd|Specmatic)/g);
  const heights = [...labels].map(([, y]) => Number(y));
  expect(heights).toHaveLength(3);
  heights.forEach((height, index) => {
    if (index > 0) expect(height - (heights[index - 1] ?? 0)).toBeGreaterThanOrEqual(16);
    expect(height).toBeLessThan(380);
  });
});

test("the same curve gives the same picture, whatever the order of its faults", () => {
  expect(picture({ ...CURVE, firstFindings: CURVE.firstFindings.toReversed() })).toBe(picture(CURVE));
});

test("the results show the picture, and the same as a table", () => {
  const row = { what: "w", against: "a", ratios: [1], aim: "–", met: undefined, figures: [], curve: CURVE };
  const measured = { faults: { date: "2026-01-01", took: 1, rows: [row] } };
  const results: Results = { machine: "m", versions: {}, measured };
  expect(pictures(results)).toEqual([["faults-found.svg", picture(CURVE)]]);
  const text = render(results, ["faults"]);
  expect(text).toContain("](faults-found.svg)");
  expect(text).toContain("| faults found, of 20 | 1 | 3 | 3 | 4 | 5 | 7 | 8 | 10 | 10 |");
});

test("the committed picture and RESULTS.md are those of results.json", async () => {
  const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), "utf8");
  const results: Results = JSON.parse(await read("results.json"));
  for (const [file, text] of pictures(results)) expect(await read(file)).toBe(text);
});
