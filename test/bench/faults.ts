import type { Row } from "./harness.js";

export async function faults(): Promise<Row[]> {
  return [];
}
