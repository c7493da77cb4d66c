/** Levels of `x-stability-level` at which minor versions may break. */
const UNSTABLE = ["alpha", "beta", "draft", "experimental"];

/** True if an operation of this stability level may break in a minor version. Without a level, it may not. */
export function mayBreakInMinor(stability: string | undefined): boolean {
  return stability !== undefined && UNSTABLE.includes(stability.toLowerCase());
}
