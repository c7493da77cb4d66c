/** Levels of `x-stability-level` that promise nothing beyond a minor version. */
const UNSTABLE = ["alpha", "beta", "draft", "experimental"];

/** True if what has this stability may break in a minor version. Without a level, it may not. */
export function mayBreakInMinor(stability: string | undefined): boolean {
  return stability !== undefined && UNSTABLE.includes(stability.toLowerCase());
}
