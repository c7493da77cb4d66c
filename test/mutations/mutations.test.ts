import { beforeAll, expect, test } from "vitest";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { loadDocument } from "#openapi/load/load.js";
import { exhaustive, sample } from "../sample.js";
import { EXEMPTIONS, exemptionOf } from "./exemptions.js";
import { linter } from "./lint.js";
import { type Mutation, mutated, mutationsOf } from "./mutation.js";
import { contradictsExamples, failsOnHonestServer, isRefused, verifiable } from "./notice.js";

let contract: OpenApiDocument;
let mutations: Mutation[];
beforeAll(async () => {
  contract = await loadDocument("openapi/openapi.yaml");
  mutations = mutationsOf(contract);
});

/** What is changed, and how: the gate has each kind of change, and a release every change. */
const kindOf = ({ kind, pointer }: Mutation) => `${kind} ${pointerNames(pointer).at(-1)}`;

/** Milliseconds. It takes half a minute of one processor, which other tests may use meanwhile. */
const TIMEOUT = 600_000;

test.runIf(exhaustive)(
  "every change of an extension, a constraint or a requirement of our contract is noticed",
  {
    timeout: TIMEOUT,
  },
  async () => {
    const lint = await linter();
    const wanted = verifiable(contract);
    const unnoticed: string[] = [];
    // From the cheapest to the dearest: a run is left for the few changes that nothing else notices.
    const isNoticed = async (mutation: Mutation, document: OpenApiDocument): Promise<boolean> => {
      if (isRefused(document)) return true;
      if (mutation.kind === "bend" && contradictsExamples(document)) return true;
      if (verifiable(document).length < wanted.length) return true;
      if ((await lint(document)) !== undefined) return true;
      return failsOnHonestServer(document);
    };
    for (const mutation of sample(mutations, 1, 4, kindOf)) {
      if (exemptionOf(mutation)) continue;
      // A document that cannot be read at all is noticed as well.
      const noticed = await isNoticed(mutation, mutated(contract, mutation)).catch(() => true);
      if (!noticed) unnoticed.push(`${mutation.kind} ${mutation.pointer} ${JSON.stringify(mutation.value) ?? ""}`);
    }
    expect(unnoticed).toEqual([]);
  },
);

test.each(EXEMPTIONS)("the exemption of $place applies to a change: $why", (exemption) => {
  expect(mutations.some((each) => exemptionOf(each) === exemption)).toBe(true);
});
