import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** A word or phrase that is not used, and the text to write in its place. */
interface Entry {
  avoid: RegExp;
  write: string;
  /** Lines in which the word has another meaning. */
  except?: RegExp;
}

/** Words of comments, messages and documents. */
const PHRASES: Entry[] = [
  {
    avoid: /\bpromis(?:es?|ed|ing)\b/i,
    write: "requirement",
    // JavaScript's Promise.
    except: /\bPromise\b|\b(?:settled|await(?:ed|s)?|async|aborted|Kysely)\b/,
  },
  { avoid: /(?<!\bthere )\b(?:is|are|was|were) no\b(?! (?:longer|more)\b)/i, write: "is not a …, has no …" },
  { avoid: /\bunless told\b/i, write: "(default: …)" },
  { avoid: /\btold\b|\btells? (?:of|that)\b/i, write: "reported, shown, set" },
  { avoid: /(?:^|[.:;!?] )What\b(?!.*\?)/, write: "a sentence that names its subject" },
  { avoid: /\bmade[- ]up\b/i, write: "generated" },
  { avoid: /\banew\b/i, write: "again" },
  { avoid: /\b(?:go|goes|going|went) on\b/i, write: "continue" },
  { avoid: /\bby itself\b/i, write: "alone, automatically, or the name of the subject" },
  { avoid: /\bwhoever\b/i, write: "the name of the subject: any client, any team" },
  { avoid: /\bnobody\b(?!-)/i, write: "the name of the subject, with a negated verb" },
  { avoid: /\blest\b/i, write: "so that … not" },
  { avoid: /\bsave (?:for|that|the)\b/i, write: "except" },
  { avoid: /\bmend(?:s|ed|ing)?\b/i, write: "fix" },
  { avoid: /\bno good\b|\bgood for\b/i, write: "invalid, valid for" },
  { avoid: /\b(?:is|are) to be\b/i, write: "must be, is" },
  { avoid: /\bbrings?\b/i, write: "returns, contains, installs", except: /up to date/ },
  { avoid: /\b(?:break|breaks|broke|broken|breaking) off\b/i, write: "interrupt" },
  { avoid: /\bunder way\b/i, write: "running" },
  { avoid: /\baccus(?:e|es|ed|ing|ations?)\b/i, write: "report as a failure" },
  { avoid: /\banswer(?:s|ed|ing)?\b/i, write: "response, respond" },
  { avoid: /\brefusals?\b/i, write: "rejection" },
  { avoid: /\bpassed over\b|\bports? (?:that )?(?:is|are) taken\b/i, write: "in use, next free port" },
  { avoid: /\bused up\b|\buses? up\b/i, write: "consumed, consume" },
  { avoid: /\bwaited out\b/i, write: "the run waits" },
];

/** A line of a file, and the part of it that is prose. */
interface Line {
  number: number;
  text: string;
  prose: string;
}

/** Comments and strings, without the specifiers of imports. */
const PROSE = /\/\*.*|^\s*\*.*|(?<=^|\s)\/\/ .*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

/** The lines of a file. In code, comments, strings and template literals are prose; any other file is prose as a whole. */
function linesOf(file: string, content: string): Line[] {
  const isCode = /\.[jt]s$/.test(file);
  let isInTemplate = false;
  return content.split("\n").map((text, index) => {
    const isComment = /^\s*(?:\/\*|\*|\/\/)/.test(text);
    const hasOddBackticks = !isComment && (text.replace(/\\`/g, "").match(/`/g)?.length ?? 0) % 2 === 1;
    const isTemplate = isInTemplate || hasOddBackticks;
    if (hasOddBackticks) isInTemplate = !isInTemplate;
    const parts = text.replace(/(?:from|import) ?\(?"[^"]*"/g, "").match(PROSE) ?? [];
    const prose = isCode && !isTemplate ? parts.join(" ") : text;
    return { number: index + 1, text, prose: prose.replace(/^[\s/*#>"'`-]+/, "") };
  });
}

/** The violations of an entry, each with its file and line, and with the text to write instead. */
function violationsOf({ avoid, write, except }: Entry, file: string, lines: readonly Line[]): string[] {
  return lines
    .filter(({ prose }) => avoid.test(prose) && !except?.test(prose))
    .map(({ number, text }) => `${file}:${number}: ${text.trim()} → write ${write}`);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[jt]s|json|md|ya?ml)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}

// The contract has the words of its API.
const FILES = [...["src", "scripts", "openapi/lint", "docs"].flatMap(filesIn), "README.md", "CONTRIBUTING.md"].map(
  (file) => {
    return { file, lines: linesOf(file, readFileSync(file, "utf8")) };
  },
);

describe("comments, messages and documents are plain English", () => {
  test.each(PHRASES)("$avoid: write $write", (entry) => {
    expect(FILES.flatMap(({ file, lines }) => violationsOf(entry, file, lines))).toEqual([]);
  });
});

describe("the search", () => {
  test.each<[title: string, file: string, text: string, found: number]>([
    ["finds a comment", "a.ts", "/** What a server does is told. */", 2],
    ["finds a comment after code", "a.ts", "const a = 1; // It goes on.", 1],
    ["finds a message", "a.ts", 'fail("The file is no YAML.");', 1],
    ["finds a line of a template literal", "a.ts", "const usage = `\n  --port N  4010 unless told\n`;", 2],
    ["finds a Markdown line", "README.md", "- What cannot be proved is counted.", 1],
    ["does not find a promise of JavaScript", "a.ts", 'import { setTimeout } from "node:timers/promises";', 0],
    ["does not find code", "a.ts", "return promise;", 0],
    ["does not find a question", "README.md", "What is the port?", 0],
    ["does not find `there is no`", "README.md", "There is no test case.", 0],
  ])("%s", (_, file, text, found) => {
    const lines = linesOf(file, text);
    expect(PHRASES.flatMap((entry) => violationsOf(entry, file, lines))).toHaveLength(found);
  });
});
