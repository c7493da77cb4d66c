import { expect, test, vi } from "vitest";
import { command } from "#cli/command.js";
import { helpText } from "#cli/help.js";
import { choice, decimal, flag, list, option, orDefault, required, text, wholeNumber } from "#cli/option.js";
import { UserError } from "#cli/user-error.js";
import { runHere } from "../run-here.js";

let ran: unknown;
const sail = command(
  {
    about: "Sails a boat.",
    usage: "sail HARBOR [options]",
    takesOperands: true,
    options: [
      {
        boat: required(text("--boat NAME", "the boat"), "Name the boat: --boat NAME"),
        crew: orDefault(wholeNumber("--crew N", "how many sail", 1, 12), 2),
        speed: decimal("--speed KNOTS", "the speed", 0.5, 40),
        rig: choice("--rig NAME", "sloop or cutter", { sloop: 1, cutter: 2 }),
      },
      {
        isRace: flag("--race", "sail a race"),
        stops: list("--stop HARBOR", "call at a harbor"),
        log: { ...option("--log-every-so-often N", "write a log", Number), implied: "60" },
      },
    ],
    notes: "Exit code: 0 arrived.",
  },
  async (values, operands) => {
    ran = { ...values, operands };
    return 0;
  },
);

test("the help has the purpose, the call, the options in their groups, and the notes", async () => {
  for (const help of ["--help", "-h"]) {
    expect((await runHere(sail, [help, "--boat", "Kittiwake"])).stdout).toBe(`Sails a boat.

  sail HARBOR [options]

  --boat NAME    the boat
  --crew N       how many sail (default: 2)
  --speed KNOTS  the speed
  --rig NAME     sloop or cutter

  --race         sail a race
  --stop HARBOR  call at a harbor; repeatable
  --log-every-so-often N
                 write a log

Exit code: 0 arrived.
`);
  }
});

test.each<[string[], object]>([
  [["--boat", "Tern"], { boat: "Tern", crew: 2, speed: undefined, rig: undefined, isRace: false, stops: [] }],
  [
    ["Cork", "--boat=Tern", "--crew", "3", "--crew", "12", "--speed", "4.5", "--rig", "cutter", "--race"],
    { operands: ["Cork"], crew: 12, speed: 4.5, rig: 2, isRace: true },
  ],
  [["--boat", "Tern", "--stop", "Cobh", "--stop", "Youghal"], { stops: ["Cobh", "Youghal"], log: undefined }],
  [["--boat", "Tern", "--log-every-so-often", "--race"], { log: 60, isRace: true }],
  [["--boat", "Tern", "--log-every-so-often", "5", "--race"], { log: 5, isRace: true }],
  [["--boat", "Tern", "--log-every-so-often"], { log: 60 }],
])("%j are read", async (args, want) => {
  expect(await sail(args)).toBe(0);
  expect(ran).toMatchObject(want);
});

test.each<[string, string, number | string]>([
  ["--wait MS", "250", 250],
  ["--wait MS", "250ms", 250],
  ["--wait MS", "1.5s", 1500],
  ["--wait MS", "2m", 120_000],
  ["--wait S", "90", 90],
  ["--wait S", "5min", 300],
  ["--wait S", "1h", 3600],
  ["--wait S", "1ms", "Use a whole number from 1 to 9000, in seconds, or a unit: 90s, 5m, 1h."],
  ["--wait MS", "5 days", "Use a whole number from 1 to 9000, in milliseconds, or a unit: 500ms, 5s, 2m."],
  ["--wait N", "5s", "Use a whole number from 1 to 9000."],
])("an option of a time takes a unit: %s %s is %s", (written, given, want) => {
  const { read } = wholeNumber(written, "waits", 1, typeof want === "number" ? 1_000_000 : 9000);
  if (typeof want === "number") expect(read([given], "--wait")).toBe(want);
  else expect(() => read([given], "--wait")).toThrow(`--wait ${given} is not valid. ${want}`);
});

test("the purpose in a help is one paragraph, also if it has several lines in its source", () => {
  const about = `${"word ".repeat(20)}end\nword ${"word ".repeat(20).trim()}`;
  const [first = ""] = helpText({ about, usage: "sail", options: [] }).split("\n\n");
  expect(first.split("\n").map((line) => line.length > 70)).toEqual([true, true, false]);
});

test("a long help is wrapped to 80 columns", () => {
  const long = `the boat, ${"which has a name of its own, ".repeat(6)}and no other`;
  const usage = `sail ${"--boat NAME ".repeat(4)}   ${long}`;
  const help = helpText({
    about: long,
    usage,
    options: [{ boat: text("--boat NAME", long) }],
    notes: `  BOAT  ${long}`,
  });
  expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(help).toMatch(/^ {2}--boat NAME {2}the boat, which .*\n {15}\S/m);
  expect(help).toMatch(/^ {2}BOAT {2}the boat, .*\n {8}\S/m);
});

test.each([
  [["--boat"], "--boat needs a value, and nothing follows it. Write --boat NAME."],
  [["--boat", "--race"], "--boat needs a value, and --race follows it. Write --boat NAME."],
  [["--boat", "--crew=2"], "--boat needs a value, and --crew=2 follows it. Write --boat NAME."],
  [["--boat", "-h"], "--boat needs a value, and -h follows it. Write --boat NAME."],
  [["--boat", "Tern", "--crew"], "--crew needs a value, and nothing follows it. Write --crew N."],
  [["--boat", "Tern", "--crew", "-1"], "--crew needs a value, and -1 follows it. If -1 is the value, write --crew=-1."],
  [["--boat=-Tern", "--race=1"], "--race takes no value, and got 1. Write --race alone."],
  [["--boat", "-", "--race=1"], "--race takes no value, and got 1. Write --race alone."],
  [["--boat", "Tern", "-x"], "Unknown option '-x'. --help lists the options."],
])("%j, an option without its value, is refused in our words", async (args, message) => {
  await expect(sail(args)).rejects.toEqual(new UserError(message));
});

test.each([
  [undefined, "--help lists its options."],
  ["npx", "--help lists its options."],
  ["stay", "Write options after --: npm run stay -- --help"],
])("an argument that no option takes is refused, if the command takes none: npm runs %s", async (script, advice) => {
  vi.stubEnv("npm_lifecycle_event", script);
  const stay = command({ about: "", usage: "", options: [] }, async () => 0);
  await expect(stay(["home"])).rejects.toEqual(new UserError(`This command takes no argument such as home. ${advice}`));
  vi.unstubAllEnvs();
});

test.each([
  [[], "Name the boat: --boat NAME"],
  [["--crew", "0"], "--crew 0 is not valid. Use a whole number from 1 to 12."],
  [["--crew", "1.5"], "--crew 1.5 is not valid. Use a whole number from 1 to 12."],
  [["--speed", "fast"], "--speed fast is not valid. Use a number from 0.5 to 40."],
  [["--rig", "toString"], "--rig toString is not valid. Use sloop or cutter."],
  [["--boot", "Tern"], "Unknown option '--boot'. Did you mean --boat?"],
  [["--wind", "3"], "Unknown option '--wind'. --help lists the options."],
  [["--race=1"], "--race takes no value, and got 1. Write --race alone."],
  [["--log-every-so-often=", "--race=false"], "--race takes no value, and got false. Write --race alone."],
])("%j are refused", async (args, message) => {
  const given = message.startsWith("Name") ? args : ["--boat", "Tern", ...args];
  await expect(sail(given)).rejects.toEqual(new UserError(message));
});
