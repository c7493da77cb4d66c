import { between, SeededRandomness } from "#values/random/randomness.js";
import { calculated, FUNCTIONS, type FunctionParameter, type Reach, Rejection } from "./service.js";

/** What requests to the functions reached. */
export class Reached {
  readonly branches = new Set<string>();
  readonly succeeded = new Set<string>();

  readonly reach: Reach = (branch, result) => {
    this.branches.add(branch);
    return result;
  };
}

/**
 * What uniformly random valid requests reach, spread evenly over the operations. Numbers are from −100 to 100, and texts have
 * one to ten printable ASCII characters without spaces.
 */
export function floorOf(requests: number, seed = 1): Reached {
  const randomness = new SeededRandomness(seed);
  const reached = new Reached();
  const character = () => String.fromCharCode(between(randomness, 33, 126));
  const valueFor = ({ type }: FunctionParameter) => {
    if (type === "string") {
      return Array.from({ length: between(randomness, 1, 10) }, character).join("");
    }
    return type === "integer" ? between(randomness, -100, 100) : randomness.random() * 200 - 100;
  };
  for (let index = 0; index < requests; index++) {
    const called = FUNCTIONS[index % FUNCTIONS.length];
    if (called !== undefined) {
      const sent = called.parameters.filter(({ isRequired }) => isRequired || randomness.random() < 0.5);
      const values = Object.fromEntries(sent.map((parameter) => [parameter.name, valueFor(parameter)]));
      if (!(calculated(called, reached.reach, values) instanceof Rejection)) {
        reached.succeeded.add(called.operationId);
      }
    }
  }
  return reached;
}
