import { expect, test } from "vitest";
import { formParts } from "#http/body/form-parts.js";
import type { JsonObject } from "#openapi/document/document.js";
import { PET_FORMS, petPaths } from "../documents/pet-forms.js";
import { json, numbers } from "../server.js";
import { failuresOf } from "./failures.js";
import { type Respond, verifyServer } from "./small-document.js";

/** @param lost the name of a field that creations do not keep */
function petsOf({ required = [] }: JsonObject, part: string | undefined, shown: string, lost?: string): Respond {
  const form = [required].flat();
  const stored = new Map<string, JsonObject>();
  const next = numbers();
  return ({ method, url, headers, body }, answer) => {
    const id = new URL(url, "http://a").pathname.split("/")[2];
    const found = id === undefined ? undefined : stored.get(id);
    if (id === undefined && method === "GET") return json(answer, 200, [...stored.values()]);
    if (id === undefined && method !== "POST") return json(answer, 405, {});
    if (id === undefined) {
      const parts = formParts(headers["content-type"] ?? "", body);
      const fields = Object.fromEntries(parts.map(({ name, content }) => [name, content]));
      const file = parts.find(({ filename }) => filename !== undefined);
      const sent = part === undefined ? fields : (readJson(fields[part]) ?? {});
      const names = ["name", "kind"];
      const isComplete = form.every((name) => parts.some((each) => each.name === name));
      const isValid = isComplete && names.every((name) => typeof sent[name] === "string" && sent[name] !== "");
      if (!isValid || names.some((name) => String(sent[name]).length > 40)) return json(answer, 400, {});
      const key = `p${next()}`;
      const kept = names.filter((name) => name !== lost).map((name) => [name, sent[name]]);
      const pet = { id: key, ...Object.fromEntries(kept), ...(file ? { [shown]: `/files/${key}.png` } : {}) };
      if (lost) pet[lost] = "other";
      stored.set(key, pet);
      return json(answer, 201, pet);
    }
    if (!found) return json(answer, 404, {});
    if (method === "GET") return json(answer, 200, found);
    if (method !== "DELETE") return json(answer, 405, {});
    stored.delete(id);
    return answer.writeHead(204).end();
  };
}

function readJson(text: string | undefined): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

test.each(PET_FORMS)("a server that keeps what a form has in %s has no failures", async (_, form, part, shown) => {
  const { results, report } = await verifyServer(petPaths(form, shown), petsOf(form, part, shown), {
    hasExampleData: false,
  });
  expect(failuresOf(results)).toEqual([]);
  expect(report.causes.map(({ title }) => title)).toEqual([]);
});

test.each(PET_FORMS)("a field that is lost is found, where a form has %s", async (_, form, part, shown) => {
  const { titles } = await verifyServer(petPaths(form, shown), petsOf(form, part, shown, "kind"), {
    hasExampleData: false,
  });
  expect(titles.join("\n")).toMatch(/kind/);
});
