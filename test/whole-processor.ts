import { afterEach, beforeEach, type MockInstance, vi } from "vitest";

/**
 * In the tests of a file, this process seems to have the processor alone. Limits of processor time then end after that time. Beside other
 * workers, which have a part of the processor, they take up to five times as long.
 */
export function useWholeProcessor(): void {
  let usage: MockInstance<typeof process.cpuUsage> | undefined;
  beforeEach(() => {
    usage = vi.spyOn(process, "cpuUsage").mockImplementation(() => ({ user: performance.now() * 1000, system: 0 }));
  });
  afterEach(() => usage?.mockRestore());
}
