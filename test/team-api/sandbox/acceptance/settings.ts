import assert from "node:assert/strict";

function setting(name: string): string {
  const value = process.env[name];
  assert.ok(value, `${name} is not set`);
  return value;
}

export const baseUrl = setting("BASE_URL").replace(/\/+$/, "");
export const controlUrl = setting("CONTROL_URL").replace(/\/+$/, "");
export const controlToken = setting("CONTROL_TOKEN");
export const key = setting("KEY");
export const sameTeamKey = setting("SAME_TEAM_KEY");
export const otherTeamKey = setting("OTHER_TEAM_KEY");
export const outsideBetaKey = setting("OUTSIDE_BETA_KEY");
