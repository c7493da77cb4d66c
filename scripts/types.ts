import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { exitCodeOf } from "../src/cli/command.js";
import { COMPILER } from "./compiler.js";

// Compiles all of this repo. If its contract was replaced, the errors of code for the former API are counted, and all others
// are printed: dozens of lines would not say what to do.

process.exitCode = await exitCodeOf(check());

async function check(): Promise<number> {
  const child = spawn(process.execPath, [COMPILER, "--pretty", "false", ...process.argv.slice(2)], {
    stdio: ["inherit", "pipe", "inherit"],
  });
  const closed = new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? 2)));
  const [output, code] = await Promise.all([text(child.stdout), closed]);
  if (code === 0) return code;
  // Loaded on demand: it loads the sandbox.
  const { isOwnCode, replacementAdvice } = await import("./contract-replaced.js");
  const advice = await replacementAdvice();
  if (advice === undefined) {
    process.stdout.write(output);
    return code;
  }
  const errors = output.split(/\n(?=\S)/).filter((error) => error.trim() !== "");
  const others = errors.filter((error) => !isOwnCode(error));
  for (const error of others) console.log(error.trimEnd());
  console.log(
    `${errors.length - others.length} errors are in code for the former API, and ${others.length} in other code.`,
  );
  console.log(advice);
  return code;
}
