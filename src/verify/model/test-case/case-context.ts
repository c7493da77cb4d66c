import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { Judgment, RecordedFinding } from "../finding/finding.js";
import type { Exchange } from "../request/exchange.js";
import type { Expectation } from "../request/expectation.js";
import type { BodySpec, ParameterValue, RequestSpec, ValueSource } from "../request/request-spec.js";
import type { Disposable, Provision, Team } from "../target/provision.js";
import type { Constraint } from "./constraint.js";
import type { RequestContext } from "./request-context.js";

/** The resources that a run created, and the values that the target gives: it may change and delete these alone. */
export interface Resources {
  /** The functions of the provision module; an empty object without one. */
  provision(): Promise<Provision>;
  /**
   * The next consumable value: of the target file's list, or of the provision module.
   *
   * @returns undefined if there is none
   */
  disposable(
    operation: Operation,
    parameter: string,
    team?: Team,
  ): Promise<(Disposable & { source: ValueSource }) | undefined>;
  /** A value of the provision module in place of an example's; undefined if it gives none. */
  valueFor(operation: Operation, parameter: string, example: string): Promise<string | undefined>;
  /** Whether the run certainly created the resource at an address, and has not removed it. */
  owns(address: string): boolean;
  /** Whether the run certainly created the resource at an address, and has removed it. */
  hasRemoved(address: string): boolean;
  /** Whether the run has removed what was last at an address. Somebody else may have the address now. */
  wasRemoved(address: string): boolean;
  /** Whether the target did not find a resource at an address, and none was created there since. */
  isAbsent(address: string): boolean;
  /** Whether a value identifies a resource that the run certainly created. */
  hasIdentifier(value: string): boolean;
  /** Remembers that the run has read a whole list, by the address of the list. A new item was not in it. */
  noteWhole(list: string): void;
  /** Keeps a created resource until the end of the run. By default, the end of its test case removes it. */
  keep(address: string): void;
  /** Remembers that the removal of a kind of resource does not remove it, by its key. The run creates no more of them. */
  noteLasting(resource: string): void;
  isLasting(resource: string): boolean;
}

/** The inferred relations that held in this run, by their keys, and the values for which each held. */
export interface Corroboration {
  add(relation: string, value: string): void;
  values(relation: string): ReadonlySet<string>;
}

/** A value that a response showed, and that a path can carry. */
export type ShownValue = string | number | bigint;

/** The values of the path of a resource, and where the run saw them. */
export interface ShownPath {
  /** The outermost value first. */
  values: readonly ShownValue[];
  source: ValueSource;
}

/** The identifiers that responses of the run showed. */
export interface ShownIdentifiers {
  /** The paths of resources of a kind, by its key (`/things/{}`), the last one that was shown first. */
  pathsOf(key: string): readonly ShownPath[];
}

/** The bodies that the target has accepted, and the values of parameters that it accepted in place of others. */
export interface AcceptedBodies {
  /** Whether a request of an operation was accepted. */
  has(operation: Operation): boolean;
  /** Puts a body in place of the accepted one: what that named is consumed. */
  replace(operation: Operation, body: BodySpec): void;
  /** The accepted body with new unique values; undefined if there is none. */
  bodyFor(operation: Operation): BodySpec | undefined;
  /** The accepted value of a parameter; undefined if no other one was rejected. */
  valueFor(operation: Operation, parameter: Parameter): ParameterValue | undefined;
}

/** The demands on values that the target stated in its rejections. */
export interface StatedConstraints {
  /** The constraints of the values of a body, by their places. */
  ofBody(operation: Operation): ReadonlyMap<string, Constraint>;
  /** The constraint of a parameter of an operation without a body. */
  ofParameter(operation: Operation, name: string): Constraint | undefined;
}

/** The limit of requests that look for one which an operation accepts. */
export interface Tries {
  /** Whether the run may send one more. */
  isLeft(operation: Operation): boolean;
  /** Counts a request. Returns false if there were too many: it is not sent. */
  take(operation: Operation): boolean;
  /** Uncounts a request that was accepted. */
  giveBack(operation: Operation): void;
}

/** The items of lists that responses of the run showed. */
export interface SeenItems {
  /** The identifiers of the items that a list has shown so far, on any of its pages. It grows with the run. */
  in(list: Operation): ReadonlySet<string>;
}

/** The context in which a test case runs. */
export interface CaseContext extends RequestContext {
  readonly resources: Resources;
  /** The identity of the run, for what is made once in it. */
  readonly run: object;
  readonly corroboration: Corroboration;
  readonly shown: ShownIdentifiers;
  readonly accepted: AcceptedBodies;
  readonly stated: StatedConstraints;
  readonly tries: Tries;
  readonly seen: SeenItems;
  /**
   * Whether the test case runs a second time, after those that write. A value that it lacked was shown meanwhile, and it may
   * read what the run created.
   */
  readonly isSecondRun: boolean;
  /**
   * Sends a request, and checks the response against the document and the expectation.
   *
   * @throws Skipped if the request may not be sent. Also if the response cannot be judged: a rate limit, or a key that lacks
   * access. NoResponse without a response
   */
  expect(spec: RequestSpec, expected: Expectation): Promise<Exchange>;
  /** Sends a request without checking the response. @throws Skipped if it may not be sent; NoResponse */
  send(spec: RequestSpec): Promise<Exchange>;
  /**
   * Prepares a request: reads what the gate has to know of the target.
   *
   * @returns whether it may be sent then: it is safe, or it changes nothing that the run does not own
   */
  prepare(spec: RequestSpec): Promise<boolean>;
  /** Checks a response as `expect` does. @throws Skipped if it cannot be judged */
  check(spec: RequestSpec, expected: Expectation, exchange: Exchange): Promise<void>;
  /** Whether a test case of the exploration may send one more random request: a rest of its share is left. */
  mayExplore(): boolean;
  /** Whether an operation, by its id, succeeded before in this run. */
  hasSucceeded(operation: string): boolean;
  /** Repeats an attempt until its result is settled, or the target's time to settle is over. Returns the last result. */
  settle<Result>(attempt: () => Promise<Result>, isSettled: (result: Result) => boolean): Promise<Result>;
  /** Adds what a judge found. Returns whether the rule holds: it found nothing. */
  judge(judgments: readonly Judgment[]): boolean;
  /** Whether the test case has a finding that is a failure. */
  readonly hasFailed: boolean;
  /**
   * Runs parts of the test case at once that do not depend on each other. Each has a context of its own. The findings follow
   * in the order of the parts, so that two runs have the same ones.
   *
   * @throws what the first part throws that does, after all have ended
   */
  together<Result>(parts: readonly ((context: CaseContext) => Promise<Result>)[]): Promise<Result[]>;
  /** Runs an attempt whose findings go to a list, and not to the results of the test case. */
  collect<Result>(found: RecordedFinding[], attempt: () => Promise<Result>): Promise<Result>;
  /** Adds findings that an attempt had. */
  report(found: readonly RecordedFinding[]): void;
  /** The statuses of the responses so far. */
  readonly statuses: readonly number[];
  /** Some requests were in vain, because others changed the data meanwhile: the limit of the run grows by them. */
  excuse(requests: number): void;
  /** Records what the target does at an open point. */
  observe(openPoint: string, seen: string): void;
  /** Removes what this test case created, apart from kept resources. The end of the test case does so too. */
  removeCreated(): Promise<void>;
}
