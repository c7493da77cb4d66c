/** The most requests that look for a smaller one. */
const SHRINK_TRIES = 24;

/**
 * Removes parts of a failing request, or of several ones, while the rest still fails in the same way. It tries all parts at
 * once, then ever smaller groups.
 *
 * @param remove the requests without some parts; undefined if there are no such requests
 * @param fails sends requests, and returns whether they fail in the same way
 * @returns the smallest ones that failed; those that were given if each part is needed
 */
export async function shrink<Requests, Part>(
  requests: Requests,
  parts: readonly Part[],
  remove: (requests: Requests, parts: readonly Part[]) => Requests | undefined,
  fails: (requests: Requests) => Promise<boolean>,
): Promise<Requests> {
  let smallest = requests;
  let tries = SHRINK_TRIES;
  const without = async (group: readonly Part[]): Promise<void> => {
    if (group.length === 0 || tries === 0) return;
    const candidate = remove(smallest, group);
    if (candidate !== undefined) {
      tries -= 1;
      if (await fails(candidate)) {
        smallest = candidate;
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
