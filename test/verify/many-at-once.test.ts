import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { json } from "../server.js";
import { verifyServer } from "./small-document.js";
import { get, text } from "./small-store.js";

const NAMES = Array.from({ length: 24 }, (_, index) => `things${index}`);
const paths = Object.assign(
  {},
  ...NAMES.map((name) => ({ [`/${name}`]: get(`list_${name}`, { type: "array", items: text }) })),
);

test("a run whose requests wait at once for a server prints no warning of Node", async () => {
  const warnings: string[] = [];
  const note = ({ name: kind }: Error) => warnings.push(kind);
  process.on("warning", note);
  let limited = NAMES.length;
  const { results } = await verifyServer(
    paths,
    ({ method }, response) => {
      if (method !== "GET") return json(response, 405, {});
      limited -= 1;
      if (limited < 0) return json(response, 200, ["first"]);
      response.writeHead(429, { "content-type": "application/json", "retry-after": "1" }).end("{}");
    },
    { hasExampleData: false },
    { parallel: 32, only: ["examples"] },
  );
  await setTimeout(10);
  process.off("warning", note);
  expect(results.filter(({ outcome }) => outcome.verdict === "passed")).toHaveLength(NAMES.length);
  expect(warnings).toEqual([]);
});
