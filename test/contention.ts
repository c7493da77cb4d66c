/** Milliseconds of processor time that a measurement takes. */
const EFFORT = 150;

/**
 * How much longer work takes now than on a quiet machine: the time that passes for each unit of processor time. Tests run
 * beside others, which must not decide whether a limit of time is met.
 *
 * @returns 1 on a quiet machine, 2 if every second slice of time goes to others
 */
export function contention(): number {
  const begun = performance.now();
  const before = process.cpuUsage();
  const used = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  while (used() < EFFORT) Math.sqrt(begun);
  return Math.max(1, (performance.now() - begun) / used());
}
