import type { Provision } from "../contract/provision.js";
import { CONTROL_PREFIX } from "./control.js";

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

  return {
    async disposable({ operation, team }) {
      if (operation !== "revokeOauthGrant") return undefined;
      const grant: { id: string; access_tokens: string[]; refresh_tokens: string[] } = await (
        await control("POST", "/grants", { team: team === "own" ? "first" : "other", tokens: 2 })
      ).json();
      return { value: grant.id, tokens: [...grant.access_tokens, ...grant.refresh_tokens] };
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
  };
}
