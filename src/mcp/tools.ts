import { resolve } from "node:path";
import { fileExists } from "#cli/file-exists.js";
import { CONFIGURATION_FILE, commandLine } from "#cli/installation.js";
import { namesText } from "#cli/names-text.js";
import { similarName } from "#cli/similar-name.js";
import { UserError } from "#cli/user-error.js";
import type { Mock } from "#mock/mock.js";
import { asList, asText, type JsonObject } from "#openapi/document/document.js";
import { wordsOf } from "#openapi/document/words.js";
import { planTable } from "#verify/command/plan-table.js";
import type { Api } from "#verify/model/api.js";
import { causeText, reach } from "#verify/report/cause/cause-text.js";
import type { Report } from "#verify/report/report.js";
import { compactReport } from "#verify/reporters/compact.js";
import { RULES, ruleNamed } from "#verify/rules/registry.js";
import type { Rule } from "#verify/rules/rule.js";
import type { TargetSettings } from "#verify/target/resolve-target.js";
import { planRun } from "#verify/verify.js";
import { openTarget, verifyTarget } from "#verify/verify-target.js";
import type { Tool } from "./protocol.js";

/** The longest text of a result: an assistant reads all of it. */
const MAX_LENGTH = 20_000;

const TEXT = { type: "string" };
const SPEC = {
  ...TEXT,
  description: "The document: a file or an http(s) URL (default: the contract of the tools). Not beside a target.",
};
const TARGET: JsonObject = {
  target: {
    ...TEXT,
    description: `A target of ${CONFIGURATION_FILE}, or a target file that the command of this server names. A person decides there whether a run may write.`,
  },
  baseUrl: { ...TEXT, description: "The address of a server, in place of a target. Nothing is written to it." },
  spec: SPEC,
  only: { type: "array", items: TEXT, description: "Test cases by name, suite, operation, requirement or rule." },
};

/** The tools, and what ends with them. */
export interface Tools {
  tools: readonly Tool[];
  close(): Promise<void>;
}

/** The target files that the person who configured the server named, beside the targets of the configuration file. */
export interface NamedFiles {
  files: readonly string[];
  /** Their document (default: the one that each file names). */
  spec?: string | undefined;
}

/**
 * The tools of the server: plan, verify, causes, explain and mock. None of them can permit writes. A named target of the
 * configuration file can, and so can a named target file, because a person named it.
 */
export function toolsOf(loadApi: () => Promise<Api>, named: NamedFiles = { files: [] }): Tools {
  const runs: { last?: Report } = {};
  const mocks = new Map<string, Mock>();
  return {
    tools: [
      planTool(loadApi, named),
      verifyTool(loadApi, named, runs),
      causesTool(runs),
      explainTool(runs),
      mockTool(mocks),
    ],
    async close() {
      await Promise.all([...mocks.values()].map((mock) => mock.close()));
    },
  };
}

function planTool(loadApi: () => Promise<Api>, named: NamedFiles): Tool {
  return {
    name: "plan",
    description: "Lists the test cases that a run would have, and why others are skipped. Sends nothing.",
    inputSchema: schemaOf(TARGET),
    call: async (given) => {
      const { document, target, close } = await openTarget(await settingsOf(given, named), await loadApi());
      try {
        const only = onlyOf(given);
        return cut(planTable(planRun({ contract: document, api: await loadApi(), target, only })));
      } finally {
        await close();
      }
    },
  };
}

/** @param runs keeps the report, for the tool of the causes */
function verifyTool(loadApi: () => Promise<Api>, named: NamedFiles, runs: { last?: Report }): Tool {
  return {
    name: "verify",
    description: "Tests a server against its document: the verdict, the causes of failures, and how to reproduce each.",
    inputSchema: schemaOf(TARGET),
    call: async (given) => {
      runs.last = await verifyTarget({ ...(await settingsOf(given, named)), only: onlyOf(given) }, await loadApi());
      return compactReport(runs.last);
    },
  };
}

function causesTool(runs: { readonly last?: Report }): Tool {
  return {
    name: "causes",
    description: "The causes of the last run of verify by their ids, or one cause in full.",
    inputSchema: schemaOf({
      id: { ...TEXT, description: "The id of a cause (default: all of them, a line for each)." },
    }),
    call: async ({ id }) => {
      if (!runs.last) throw new UserError("There was no run yet: call verify first.");
      const { causes, requirements, start } = runs.last;
      if (id === undefined)
        return cut(causes.map((cause) => `${cause.id}: ${cause.title} (${reach(cause)})`).join("\n"));
      const cause = causes.find((each) => each.id === id);
      if (!cause) throw new UserError(`The last run has no cause ${String(id)}.`);
      return cut(`${cause.title}\n${causeText(cause, requirements, start)}`);
    },
  };
}

function explainTool(runs: { readonly last?: Report }): Tool {
  return {
    name: "explain",
    description:
      "Explains a rule: what it requires, by which standard, and how a breach reads. Or the rules of a cause.",
    inputSchema: schemaOf(
      { rule: { ...TEXT, description: "The id of a rule, or of a cause of the last run, or the first words of one." } },
      ["rule"],
    ),
    call: async (given) => {
      const id = asText(given.rule) ?? "";
      const rule = ruleNamed(id);
      if (rule) return explained(id, rule);
      const causes = runs.last?.causes.filter((cause) => cause.id === id || cause.id.startsWith(`${id} `)) ?? [];
      const rules = [...new Set(causes.flatMap((cause) => cause.rules))];
      if (causes.length === 0)
        throw new UserError(`There is no rule ${id}, and no cause of the last run. ${nearRules(id)}`);
      return cut(
        [
          ...causes.map(({ id: name, title }) => `${name}: ${title}`),
          ...rules.flatMap((name) => {
            const broken = ruleNamed(name);
            return broken ? [explained(name, broken)] : [];
          }),
        ].join("\n"),
      );
    },
  };
}

function explained(id: string, { requires, standard, check, basis, says }: Rule): string {
  const by = standard === undefined ? "" : ` (${standard})`;
  return `${id}: ${requires}${by}.\nCheck: ${check}, ${basis}. A breach reads: ${says}`;
}

/** The end of a message about an unknown rule: the similar one, or those that share a word with it. */
function nearRules(id: string): string {
  const similar = similarName(id, Object.keys(RULES));
  if (similar !== undefined) return `Did you mean \`${similar}\`?`;
  const words = new Set(wordsOf(id));
  const near = Object.entries<Rule>(RULES).filter(([name, { requires }]) =>
    wordsOf(`${name} ${requires}`).some((word) => words.has(word)),
  );
  if (near.length === 0) return "The causes of a run name the rules that they break.";
  return `Rules that are near: ${namesText(near.map(([name]) => name))}.`;
}

/** @param mocks those that run, by their documents */
function mockTool(mocks: Map<string, Mock>): Tool {
  return {
    name: "mock",
    description: "Starts a mock of a document on loopback, and returns its address. It ends with this server.",
    inputSchema: schemaOf({ spec: SPEC }),
    call: async (given) => {
      const { startMock } = await import("#mock/mock.js");
      const { CONTRACT } = await import("#cli/installation.js");
      const spec = asText(given.spec) ?? CONTRACT;
      const mock = mocks.get(spec) ?? (await startMock({ spec, port: 0 }));
      mocks.set(spec, mock);
      return `The mock of ${spec} is at ${mock.url}. It accepts any key.`;
    },
  };
}

function schemaOf(properties: JsonObject, required: string[] = []): JsonObject {
  return { type: "object", properties, required, additionalProperties: false };
}

/**
 * @param named the files that the person named
 * @throws UserError for another target file, because the assistant may have written it, and it could permit writes. So could
 *   another address or document, for which the person did not permit them.
 */
async function settingsOf(given: JsonObject, named: NamedFiles): Promise<TargetSettings> {
  const [target, baseUrl, spec] = [asText(given.target), asText(given.baseUrl), asText(given.spec)];
  const file = target === undefined ? undefined : named.files.find((each) => resolve(each) === resolve(target));
  if (target !== undefined && file === undefined && (/[./\\]/.test(target) || (await fileExists(target)))) {
    throw new UserError(
      `Name a target of ${CONFIGURATION_FILE}, or a file that the command of this server names (${commandLine("mcp", "--target FILE")}). A person decides there whether a run may write.`,
    );
  }
  if (target !== undefined && (baseUrl !== undefined || spec !== undefined)) {
    throw new UserError(
      `A target has the address and the document of ${file ?? CONFIGURATION_FILE}: give no ${baseUrl === undefined ? "spec" : "baseUrl"} beside it.`,
    );
  }
  if (file !== undefined) return { targetFile: file, ...(named.spec === undefined ? {} : { spec: named.spec }) };
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(target === undefined ? {} : { targetFile: target }),
    ...(spec === undefined ? {} : { spec }),
  };
}

function onlyOf(given: JsonObject): string[] {
  return asList(given.only).flatMap((text) => asText(text) ?? []);
}

function cut(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).toWellFormed()}\n… (cut)` : text;
}
