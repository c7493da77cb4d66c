/** No value satisfies a schema, as far as the generator can decide. It is thrown inside this folder only. */
export class Unsatisfiable extends Error {
  override name = "Unsatisfiable";

  /**
   * @param place JSON pointer to the keyword that no value satisfies
   * @param reason in words, without the place
   * @param isContradiction whether this holds for the whole value, whatever is chosen
   */
  constructor(
    readonly place: string,
    readonly reason: string,
    readonly isContradiction = false,
  ) {
    super(`${place}: ${reason}`);
  }
}

/** The generator gave up, because the schema has too many combinations. Other choices may be quicker. */
export class TooManySteps extends Unsatisfiable {
  override name = "TooManySteps";
}
