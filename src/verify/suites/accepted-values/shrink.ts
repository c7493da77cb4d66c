/** The most requests that look for a smaller one. */
const MOST_TRIES = 12;

/**
 * Removes parts of a failing request while it still fails in the same way: all at once, then in ever smaller groups.
 *
 * @param remove the request without some parts; undefined if there is no such request
 * @param fails sends a request; undefined if it does not fail in the same way
 * @param most the most requests (default: 12)
 * @returns the last response that failed, which confirms the smallest request; undefined if no part could be removed
 */
export async function shrink<Request, Part, Failure>(
  request: Request,
  parts: readonly Part[],
  remove: (request: Request, parts: readonly Part[]) => Request | undefined,
  fails: (request: Request) => Promise<Failure | undefined>,
  most = MOST_TRIES,
): Promise<{ request: Request; failure: Failure } | undefined> {
  let smallest: { request: Request; failure: Failure } | undefined;
  let tries = most;
  const without = async (group: readonly Part[]): Promise<void> => {
    if (group.length === 0 || tries === 0) return;
    const candidate = remove(smallest?.request ?? request, group);
    if (candidate !== undefined) {
      tries -= 1;
      const failure = await fails(candidate);
      if (failure !== undefined) {
        smallest = { request: candidate, failure };
        return;
      }
    }
    if (group.length === 1) return;
    const middle = Math.ceil(group.length / 2);
    await without(group.slice(0, middle));
    await without(group.slice(middle));
  };
  await without(parts);
  return smallest;
}
