import { setFlagsFromString } from "node:v8";

/**
 * Lets the heap of this process grow by 20 % before garbage is collected. By default, Node lets a small heap grow to four times its
 * size: a run with a large document then takes up to twice the memory, and no less time.
 */
export function growHeapSlowly(): void {
  setFlagsFromString("--heap-growing-percent=20");
}
