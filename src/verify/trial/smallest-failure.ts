/** A candidate that was sent, and the failure to which it led. */
interface Failed<Candidate, Found> {
  candidate: Candidate;
  found: Found;
}

/** The smallest failure that was found. */
interface Smallest<Candidate, Found> extends Failed<Candidate, Found> {
  /** Whether it was seen again. */
  isRepeated: boolean;
  /** Why the search ended early (default: it did not). The failures until then are reported all the same. */
  error?: unknown;
}

/**
 * Looks for the smallest of what fails in the same way. If the search sees no failure again, the first one is repeated.
 *
 * @param again sends a candidate. It returns what it led to, or undefined if it does not fail in the same way
 * @param search sends smaller candidates, each by a function that says whether it fails in the same way
 */
export async function smallestFailure<Candidate, Found>(
  first: Failed<Candidate, Found>,
  again: (candidate: Candidate) => Promise<Found | undefined>,
  search: (failsAlike: (candidate: Candidate) => Promise<boolean>) => Promise<unknown>,
): Promise<Smallest<Candidate, Found>> {
  let smallest: Smallest<Candidate, Found> = { ...first, isRepeated: false };
  const failsAlike = async (candidate: Candidate): Promise<boolean> => {
    const found = await again(candidate);
    if (found === undefined) return false;
    smallest = { candidate, found, isRepeated: true };
    return true;
  };
  try {
    await search(failsAlike);
    if (!smallest.isRepeated) await failsAlike(first.candidate);
    return smallest;
  } catch (error) {
    return { ...smallest, error };
  }
}
