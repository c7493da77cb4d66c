import { randomUUID } from "node:crypto";
import type { Provision, Team } from "../contract/provision.js";
import { CONTROL_PREFIX } from "./control.js";
import type { TEAMS } from "./seed.js";

/** What the sandbox calls its teams. */
const NAMES = { own: "first", other: "other", outsideBeta: "outsideBeta" } satisfies Record<Team, keyof typeof TEAMS>;

/** Mints and cleans up by the sandbox's control plane. `baseUrl` is where a sandbox with `--control` listens. */
export function provision({ baseUrl }: { baseUrl: string }): Provision {
  async function control(method: string, path: string, json?: unknown): Promise<Response> {
    const answer = await fetch(`${baseUrl}${CONTROL_PREFIX}${path}`, {
      method,
      headers: json === undefined ? {} : { "content-type": "application/json" },
      body: json === undefined ? null : JSON.stringify(json),
    });
    if (!answer.ok && answer.status !== 404) {
      throw new Error(
        `The sandbox's control plane answered ${answer.status} to ${method} ${path}. Start it with --control.`,
      );
    }
    return answer;
  }

  /** Ids of the suppressions that were made. */
  const minted: string[] = [];

  return {
    async disposable({ operation, team: whose }) {
      const team = NAMES[whose];
      const made = async (path: string, wanted: object) => (await control("POST", path, { team, ...wanted })).json();
      switch (operation) {
        case "revokeOauthGrant": {
          const {
            id,
            access_tokens,
            refresh_tokens,
          }: Record<"access_tokens" | "refresh_tokens", string[]> & {
            id: string;
          } = await made("/grants", { tokens: 2 });
          return { value: id, tokens: [...access_tokens, ...refresh_tokens] };
        }
        case "retrieveSuppression": {
          const email = `provision-${randomUUID()}@example.com`;
          const { id }: { id: string } = await made("/suppressions", { email, origin: "bounce" });
          minted.push(id);
          return { value: id, tokens: [] };
        }
        case "retrieveContactImport": {
          // Nothing was in the file that it imported: all of its counters are 0.
          const { id }: { id: string } = await made("/imports", { status: "completed" });
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
      for (const id of minted.splice(0)) await control("DELETE", `/suppressions/${id}`);
    },
  };
}
