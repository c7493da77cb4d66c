import type { Alphabet } from "#openapi/patterns/alphabets.js";
import type { Contract } from "../contract.js";
import type { Actor, Target } from "../target/target.js";

/** The facts of a target that decide which test cases there are, and what they may send. Test cases do not change them. */
export interface TargetFacts
  extends Readonly<
    Pick<
      Target,
      | "values"
      | "parameters"
      | "writes"
      | "removals"
      | "allowed"
      | "excluded"
      | "severities"
      | "hasExampleData"
      | "strict"
    >
  > {
  /** Whether the provision module removes created resources; a plan, which loads none, takes it for granted. */
  readonly removesByModule: boolean;
  /** Whether the target keeps state, as far as the run has learned. */
  readonly keepsState: boolean;
  /** Whether the target has a key of an actor. */
  hasActor(actor: Actor): boolean;
  /** The keys of the team under test, for comparisons of their form; an empty list without a key. */
  readonly ownKeys: readonly string[];
  /** The security schemes whose keys the team under test has; `*` stands for one key that is given for any. */
  readonly ownSchemes: readonly string[];
  /** Whether the target file gives the whole value of the header `Authorization`, in place of a key. */
  readonly givesAuthorization: boolean;
}

/** The context in which a suite lists its test cases. */
export interface PlanContext {
  readonly contract: Contract;
  readonly target: TargetFacts;
  /** Whether the run explores (default: false). */
  readonly explores?: boolean;
}

/** Creates values, the same in every run with one seed. */
export interface ValueGenerator {
  /** A number from 0 to 1. */
  random(): number;
  /** Characters of an alphabet that no other call of this run returns. Default: 10 lower-case letters and digits. */
  unique(length?: number, alphabet?: Alphabet): string;
  /** A UUID of version 4 (RFC 9562, 5.4). */
  uuid(): string;
  /** Whether a text contains a unique value that this run generated. */
  isGenerated(text: string): boolean;
  /** The unique values that this run generated and that a text contains. */
  generatedIn(text: string): string[];
  /** Remembers that the unique values in a text name a resource by its path. Others may refer to it by them. */
  nameBy(text: string): void;
  /** Whether a unique value names a resource by its path. */
  isName(text: string): boolean;
  /**
   * A copy with other unique values, of the same lengths and alphabets.
   *
   * @param unique those in place of which they are (default: those that this run generated)
   */
  renewed(text: string, unique?: readonly string[]): string;
  /** A function that makes such copies: the text is searched once for all of them. */
  renewal(text: string, unique?: readonly string[]): () => string;
}

/** The facts from which requests are made. Nothing of it sends any. */
export interface RequestContext extends PlanContext {
  readonly generator: ValueGenerator;
}
