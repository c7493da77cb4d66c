/** Milliseconds between two beats. */
const BEAT = 20;

let beats: number | undefined;

/** Milliseconds of processor time that this process has used. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Starts a clock that stands still while this process cannot run, because other processes have the processors. By it, a limit
 * of time holds on any machine: for waiting, and for work.
 *
 * @returns a function that returns the milliseconds since the start
 */
export function awakeClock(): () => number {
  if (beats === undefined) {
    beats = 0;
    // A beat that comes late counts once, whatever passed since the last one.
    setInterval(() => {
      beats = (beats ?? 0) + 1;
    }, BEAT).unref();
  }
  const begun = { beats, used: used() };
  return () => Math.max(((beats ?? 0) - begun.beats) * BEAT, used() - begun.used);
}
