import { FACTS, type Fact, type Scores } from "./judge.js";
import { MOCKS, type Mock } from "./servers.js";

/** What the mocks responded for a document. */
export interface Compared {
  name: string;
  /** The request that a reader sees, `GET /tickets`, and the response of each mock to it. */
  shown: { request: string; answers: Record<Mock, string> } | undefined;
  scores: Record<Mock, Scores>;
  /** What is wrong with responses of this project's mock. */
  wrong: string[];
}

/** The most characters of a shown response. */
const SHOWN = 220;

/** The comparison as Markdown: the sums first, then each document side by side. */
export function mocksPage(documents: readonly Compared[]): string {
  const cell = (all: readonly Scores[], fact: Fact) => {
    const [right, of] = (["right", "of"] as const).map((part) =>
      all.reduce((sum, scores) => sum + scores[fact][part], 0),
    );
    return of ? `${right} of ${of}` : "–";
  };
  const rows = (Object.keys(FACTS) as Fact[]).map((fact) => [
    FACTS[fact],
    ...MOCKS.map((mock) =>
      cell(
        documents.map(({ scores }) => scores[mock]),
        fact,
      ),
    ),
  ]);
  const parts = documents.map(({ name, shown, scores, wrong }) => {
    const facts = MOCKS.map((mock) => `${mock} ${cell([scores[mock]], "valid")}`).join(", ");
    const answers = shown
      ? MOCKS.map((mock) => `| ${mock} | ${codeOf(shown.answers[mock])} |`).join("\n")
      : "| – | no operation has JSON |";
    return `## ${name}\n\nValid: ${facts}.\n\n| ${shown?.request ?? "mock"} | response |\n| --- | --- |\n${answers}${wrong.map((line) => `\n\nWrong: ${line}.`).join("")}`;
  });
  return `# Mocks side by side

Written by \`npm run mocks\`: the same valid requests to each mock, started as its manual says. A request that several of them reject is left out.

${table(["responses", ...MOCKS], rows)}

${parts.join("\n\n")}
`;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The beginning of a response as code in a cell. */
function codeOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").replaceAll("|", "¦").replaceAll("`", "'");
  return `\`${line.slice(0, SHOWN)}${line.length > SHOWN ? " …" : ""}\``;
}
