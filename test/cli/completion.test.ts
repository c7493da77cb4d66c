import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { completionCommand } from "#cli/completion.js";
import { flag, text } from "#cli/option.js";
import { runHere } from "../run-here.js";

const COMMANDS = [
  {
    name: "sail",
    about: "sails a boat",
    options: [{ boat: text("--boat NAME", "the boat's name"), log: text("--log FILE", "a log") }],
  },
  { name: "moor", about: "moors it", options: [{ tight: flag("--tight", "with `two` lines") }] },
];
const script = async (shell: string) =>
  (
    await runHere(
      completionCommand(async () => COMMANDS),
      [shell],
    )
  ).stdout;

test.each<[string[], string]>([
  [["s"], "sail"],
  [["moor", "--t"], "--tight"],
  [["sail", "--l"], "--log"],
  [["sail", "--log", "package.js"], "package.json"],
  [["sail", "--tight"], ""],
])("bash completes %j to %s", async (words, want) => {
  const line = `COMP_WORDS=(team-api ${words.join(" ")}); COMP_CWORD=${words.length}; _team_api; echo "\${COMPREPLY[*]}"`;
  const { stdout } = spawnSync("bash", ["-c", `${await script("bash")}\n${line}`], { encoding: "utf8" });
  expect(stdout.trim()).toBe(want);
});

test.each(["zsh", "fish"])(
  "the completion of %s has every command and option, and no sign that the shell reads",
  async (shell) => {
    const written = await script(shell);
    for (const name of ["sail", "moor", "boat", "log", "tight"]) expect(written).toContain(name);
    expect(written).not.toMatch(/`|boat's/);
  },
);

test("a shell without a completion is named, with those that have one", async () => {
  await expect(completionCommand(async () => COMMANDS)(["tcsh"])).rejects.toThrow(
    "There is no completion for tcsh. Use one of bash, zsh, fish.",
  );
});
