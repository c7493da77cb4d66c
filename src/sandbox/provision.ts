import { randomUUID } from "node:crypto";
import { UserError } from "../user-error.js";
import type { Provision, Team } from "../verify/model/provision.js";
import { CONTROL_PREFIX } from "./control-prefix.js";
import { CONTROL_TOKEN_VARIABLE } from "./keys.js";
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
  async function control(method: string, path: string, json?: unknown): Promise<Response> {
    const response = await fetch(`${baseUrl}${CONTROL_PREFIX}${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
      },
      body: json === undefined ? null : JSON.stringify(json),
    });
    if (!response.ok && response.status !== 404) {
      const remedy =
        response.status === 401
          ? `Set ${CONTROL_TOKEN_VARIABLE} to the token that the sandbox printed when it started.`
          : "Start the sandbox with --control.";
      throw new UserError(
        `The sandbox's control plane responded with ${response.status} to ${method} ${path}. ${remedy}`,
      );
    }
    return response;
  }

  const createdSuppressions: string[] = [];

  return {
    async disposable({ operation, team: owner }) {
      const team = TEAM_NAMES[owner];
      const create = async (path: string, fields: object) => (await control("POST", path, { team, ...fields })).json();
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
      const { id }: { id: string } = await (await control("POST", "/grants", { revoked: true })).json();
      return id;
    },
    async isTokenValid(token) {
      const { active }: { active: boolean } = await (await control("POST", "/introspect", { token })).json();
      return active;
    },
    async stateOf(value) {
      return (await control("GET", `/grants/${value}`)).json();
    },
    async remove({ operation, body }) {
      const id = Object(body).id;
      if (operation !== "addSuppression" || typeof id !== "string") return false;
      return (await control("DELETE", `/suppressions/${id}`)).ok;
    },
    async cleanUp() {
      for (const id of createdSuppressions.splice(0)) await control("DELETE", `/suppressions/${id}`);
    },
  };
}
