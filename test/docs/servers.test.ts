import { describe, expect, test } from "vitest";
import { defaultBaseUrl, serverFrom } from "#scripts/docs/servers.js";

describe("the server of TEAM_API_BASE_URL", () => {
  test.each([
    [undefined, undefined],
    ["", undefined],
    ["https://staging.example.com/v1/", "https://staging.example.com/v1"],
  ])("%j is offered as %j", (TEAM_API_BASE_URL, url) => {
    expect(serverFrom(TEAM_API_BASE_URL === undefined ? {} : { TEAM_API_BASE_URL })?.url).toBe(url);
  });

  test.each(["staging", "ftp://example.com", "https://u:secret@example.com", "https://example.com/?key=secret"])(
    "%s is rejected by a message that does not repeat it",
    (TEAM_API_BASE_URL) => {
      expect(() => serverFrom({ TEAM_API_BASE_URL })).toThrow(/^TEAM_API_BASE_URL is not a base URL(?!.*secret)/);
    },
  );
});

describe("the base URL of samples", () => {
  test.each([
    [[{ url: "https://a.example/v1" }], "https://a.example/v1"],
    [[{ url: "https://{host}/v1", variables: { host: { default: "b.example" } } }], "https://b.example/v1"],
    [[{ url: "/v1" }], "https://api.example.com"],
    [[], "https://api.example.com"],
  ])("of %j is %s", (servers, url) => {
    expect(defaultBaseUrl({ servers })).toBe(url);
  });
});
