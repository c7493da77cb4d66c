import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { invalidCredentials } from "../../../src/verify/suites/authentication/mutations.js";

const KEYS = ["tk_Live7Qw4abc9", "ABCDEF012345", "lowercase-key-1z", "1234567890123a"];

describe.each(["sh", "bash"])("%s", (shell) => {
  test.each(KEYS)("expands the shown form of every altered key to the key that is sent: %s", (key) => {
    for (const { use, what } of invalidCredentials([key], { bearer: true, thorough: true })) {
      if (typeof use !== "object") continue;
      const script = `printf %s "${use.show("KEY")}"`;
      const shown = execFileSync(shell, ["-c", script], { env: { ...process.env, KEY: key } }).toString();
      expect(shown, what).toBe(use.apply(key));
      if (use.scheme === undefined) expect(shown, what).not.toBe(key);
    }
  });
});
