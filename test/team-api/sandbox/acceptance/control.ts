import { randomUUID } from "node:crypto";
import { array, boolean, same, string, stringOrNull } from "./assertions.js";
import { send, success } from "./send.js";
import { controlToken, controlUrl } from "./settings.js";
import { type Origin, type Suppression, suppressionOf } from "./suppression.js";

export type Team = "first" | "other" | "outsideBeta";

export const COUNT_NAMES = ["total", "created", "updated", "skipped", "failed"] as const;
export type Count = (typeof COUNT_NAMES)[number];

export const SAMPLE_COUNTS: Record<Count, number> = { total: 5, created: 2, updated: 1, skipped: 1, failed: 1 };

interface CreatedGrant {
  id: string;
  tokens: string[];
}

interface GrantState {
  id: string;
  revokedAt: string | null;
  revokedReason: string | null;
}

async function control(method: string, path: string, json?: unknown): Promise<Record<string, unknown>> {
  const label = `control plane: ${method} ${path}`;
  const reply = await send(`${controlUrl}${path}`, method, label, { key: controlToken, json });
  return success(reply);
}

export async function createGrant(team: Team): Promise<CreatedGrant> {
  const response = await control("POST", "/grants", { team, tokens: 2 });
  const access = array(response.access_tokens, "control plane: access_tokens");
  const refresh = array(response.refresh_tokens, "control plane: refresh_tokens");
  same([access.length, refresh.length], [2, 2], "control plane: tokens of a grant");
  const tokens = [...access, ...refresh].map((token) => string(token, "control plane: token"));
  return { id: string(response.id, "control plane: grant id"), tokens };
}

export async function stateOf(grant: CreatedGrant): Promise<GrantState> {
  const response = await control("GET", `/grants/${grant.id}`);
  return {
    id: string(response.id, "control plane: grant id"),
    revokedAt: stringOrNull(response.revoked_at, "control plane: revoked_at"),
    revokedReason: stringOrNull(response.revoked_reason, "control plane: revoked_reason"),
  };
}

export async function activity(grant: CreatedGrant): Promise<boolean[]> {
  const responses = await Promise.all(grant.tokens.map((token) => control("POST", "/introspect", { token })));
  return responses.map((response) => boolean(response.active, "control plane: active"));
}

export async function stillActive(grant: CreatedGrant): Promise<void> {
  same(await stateOf(grant), { id: grant.id, revokedAt: null, revokedReason: null }, "a grant that was not revoked");
  same(await activity(grant), [true, true, true, true], "tokens of a grant that was not revoked");
}

export async function createSuppression(
  team: Team,
  kind: Origin,
  source: string | null,
  email: string = address(kind),
): Promise<Suppression> {
  const response = await control("POST", "/suppressions", { team, email, origin: kind, source_id: source });
  return suppressionOf(response, "control plane: suppression");
}

export async function createImport(team: Team, counts: Record<Count, number>): Promise<string> {
  const response = await control("POST", "/imports", { team, status: "completed", ...counts });
  return string(response.id, "control plane: import id");
}

// In lower case, because the reference does not say whether case is kept.
export function address(local: string): string {
  return `${local}.${randomUUID()}@example.com`;
}
