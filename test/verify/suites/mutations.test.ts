import { describe, expect, test } from "vitest";
import { SHELLS, shellOutput } from "#test/shell.js";
import { invalidCredentials } from "#verify/suites/authentication/mutations.js";

const KEYS = ["tk_Live7Qw4abc9", "ABCDEF012345", "lowercase-key-1z", "1234567890123a"];

const OPTIONS = { bearer: "key", thorough: true, documented: ["bearer"], hasBasic: true };

describe.each(SHELLS)("%s", (shell) => {
  test.each(KEYS)("expands the shown form of every altered key to the key that is sent: %s", (key) => {
    for (const { use, what } of invalidCredentials([key], OPTIONS)) {
      if (typeof use !== "object") continue;
      const shown = shellOutput(shell, `printf %s "${use.show("KEY")}"`, { KEY: key });
      expect(shown, what).toBe(use.apply(key));
      if (use.scheme === undefined) expect(shown, what).not.toBe(key);
    }
  });
});
