import assert from "node:assert/strict";
import { record, same, show, string, stringOrNull } from "./narrow.js";

export const ORIGINS = ["bounce", "complaint", "manual"] as const;

export type Origin = (typeof ORIGINS)[number];

export interface Suppression {
  id: string;
  email: string;
  origin: Origin;
  source_id: string | null;
  created_at: string;
}

function isOrigin(value: unknown): value is Origin {
  return ORIGINS.some((origin) => origin === value);
}

export function origin(value: unknown, what: string): Origin {
  assert.ok(isOrigin(value), `${what}: ${show(value)} is not one of ${ORIGINS.join(", ")}`);
  return value;
}

export function suppressionOf(value: unknown, what: string): Suppression {
  const fields = record(value, what);
  same(fields.object, "suppression", `${what}: object`);
  return {
    id: string(fields.id, `${what}: id`),
    email: string(fields.email, `${what}: email`),
    origin: origin(fields.origin, `${what}: origin`),
    source_id: stringOrNull(fields.source_id, `${what}: source_id`),
    created_at: string(fields.created_at, `${what}: created_at`),
  };
}
