import { randomUUID } from "node:crypto";
import type { Provision, Team } from "#verify/model/target/provision.js";
import { controlClient } from "./control/control-client.js";
import { CONTROL_TOKEN_VARIABLE } from "./keys/keys.js";
import type { TEAMS } from "./seed.js";

interface SandboxAddress {
  baseUrl: string;
  token?: string | undefined;
}

/** The sandbox's names of the teams. */
const TEAM_NAMES = { own: "first", other: "other", outsideBeta: "outsideBeta" } satisfies Record<
  Team,
  keyof typeof TEAMS
>;

/**
 * The provision module for a sandbox: it creates and removes resources through the control plane.
 *
 * @param options.baseUrl of a sandbox that runs with `--control`
 * @param options.token of its control plane (default: the environment variable SANDBOX_CONTROL_TOKEN)
 */
export function provision({ baseUrl, token = process.env[CONTROL_TOKEN_VARIABLE] }: SandboxAddress): Provision {
  const control = controlClient({ baseUrl, token });
  const createdSuppressions: string[] = [];

  return {
    async disposable({ operation, team: owner }) {
      const team = TEAM_NAMES[owner];
      const create = async (path: string, fields: object) =>
        JSON.parse((await control("POST", path, { team, ...fields })).body);
      switch (operation) {
        case "revokeOauthGrant": {
          const grant: { id: string; access_tokens: string[]; refresh_tokens: string[] } = await create("/grants", {
            tokens: 2,
          });
          return { value: grant.id, tokens: [...grant.access_tokens, ...grant.refresh_tokens] };
        }
        case "retrieveSuppression": {
          const email = `provision-${randomUUID()}@example.com`;
          const { id }: { id: string } = await create("/suppressions", { email, origin: "bounce" });
          createdSuppressions.push(id);
          return { value: id, tokens: [] };
        }
        case "retrieveContactImport": {
          const { id }: { id: string } = await create("/imports", { status: "completed" });
          return { value: id, tokens: [] };
        }
        default:
          return undefined;
      }
    },
    async valueFor({ operation, example }) {
      if (operation !== "revokeOauthGrant") return undefined;
      if (example === "unknown") return randomUUID();
      if (example !== "alreadyRevoked") return undefined;
      const { id }: { id: string } = JSON.parse((await control("POST", "/grants", { revoked: true })).body);
      return id;
    },
    async isTokenValid(token) {
      const { active }: { active: boolean } = JSON.parse((await control("POST", "/introspect", { token })).body);
      return active;
    },
    async stateOf(value) {
      return JSON.parse((await control("GET", `/grants/${value}`)).body);
    },
    async remove({ operation, body }) {
      const id = Object(body).id;
      if (operation !== "addSuppression" || typeof id !== "string") return false;
      return (await control("DELETE", `/suppressions/${id}`)).isFound;
    },
    async cleanUp() {
      for (const id of createdSuppressions.splice(0)) await control("DELETE", `/suppressions/${id}`);
    },
  };
}
