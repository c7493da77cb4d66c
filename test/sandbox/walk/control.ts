import { randomUUID } from "node:crypto";
import { array, boolean, same, string, stringOrNull } from "./narrow.js";
import { send, success } from "./send.js";
import { controlUrl } from "./settings.js";
import { type Origin, type Suppression, suppressionOf } from "./suppression.js";

export type Team = "first" | "other" | "outsideBeta";

export const COUNTS = ["total", "created", "updated", "skipped", "failed"] as const;
export type Count = (typeof COUNTS)[number];

export const FIVE: Record<Count, number> = { total: 5, created: 2, updated: 1, skipped: 1, failed: 1 };

interface MintedGrant {
  id: string;
  tokens: string[];
}

interface GrantState {
  id: string;
  revokedAt: string | null;
  revokedReason: string | null;
}

async function control(method: string, path: string, json?: unknown): Promise<Record<string, unknown>> {
  const what = `control plane: ${method} ${path}`;
  const reply = await send(`${controlUrl}${path}`, method, what, { json });
  return success(reply);
}

export async function mintGrant(team: Team): Promise<MintedGrant> {
  const answer = await control("POST", "/grants", { team, tokens: 2 });
  const access = array(answer.access_tokens, "control plane: access_tokens");
  const refresh = array(answer.refresh_tokens, "control plane: refresh_tokens");
  same([access.length, refresh.length], [2, 2], "control plane: tokens of a grant");
  const tokens = [...access, ...refresh].map((token) => string(token, "control plane: token"));
  return { id: string(answer.id, "control plane: grant id"), tokens };
}

export async function stateOf(grant: MintedGrant): Promise<GrantState> {
  const answer = await control("GET", `/grants/${grant.id}`);
  return {
    id: string(answer.id, "control plane: grant id"),
    revokedAt: stringOrNull(answer.revoked_at, "control plane: revoked_at"),
    revokedReason: stringOrNull(answer.revoked_reason, "control plane: revoked_reason"),
  };
}

export async function activity(grant: MintedGrant): Promise<boolean[]> {
  const answers = await Promise.all(grant.tokens.map((token) => control("POST", "/introspect", { token })));
  return answers.map((answer) => boolean(answer.active, "control plane: active"));
}

export async function untouched(grant: MintedGrant): Promise<void> {
  same(await stateOf(grant), { id: grant.id, revokedAt: null, revokedReason: null }, "a grant that nobody revoked");
  same(await activity(grant), [true, true, true, true], "tokens of a grant that nobody revoked");
}

export async function mintSuppression(
  team: Team,
  kind: Origin,
  source: string | null,
  email: string = address(kind),
): Promise<Suppression> {
  const answer = await control("POST", "/suppressions", { team, email, origin: kind, source_id: source });
  return suppressionOf(answer, "control plane: suppression");
}

export async function mintImport(team: Team, counts: Record<Count, number>): Promise<string> {
  const answer = await control("POST", "/imports", { team, status: "completed", ...counts });
  return string(answer.id, "control plane: import id");
}

// In small letters: whether case is kept is open.
export function address(local: string): string {
  return `${local}.${randomUUID()}@example.com`;
}
