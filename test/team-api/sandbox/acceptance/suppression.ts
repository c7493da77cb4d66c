import assert from "node:assert/strict";
import { record, same, show, string, stringOrNull } from "./assertions.js";

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

function origin(value: unknown, label: string): Origin {
  assert.ok(isOrigin(value), `${label}: ${show(value)} is not one of ${ORIGINS.join(", ")}`);
  return value;
}

export function suppressionOf(value: unknown, label: string): Suppression {
  const fields = record(value, label);
  same(fields.object, "suppression", `${label}: object`);
  return {
    id: string(fields.id, `${label}: id`),
    email: string(fields.email, `${label}: email`),
    origin: origin(fields.origin, `${label}: origin`),
    source_id: stringOrNull(fields.source_id, `${label}: source_id`),
    created_at: string(fields.created_at, `${label}: created_at`),
  };
}
