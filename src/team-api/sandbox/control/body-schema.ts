import { TEAMS } from "../seed.js";

/** The property `team`, which every resource of the control plane has. */
export const TEAM = { enum: Object.keys(TEAMS), default: "first" };
export type TeamName = keyof typeof TEAMS;

/** The JSON Schema of a request body: an object that has no other properties than these. */
export function bodySchema(properties: object, required: string[] = []): object {
  return { type: "object", additionalProperties: false, properties, required };
}
