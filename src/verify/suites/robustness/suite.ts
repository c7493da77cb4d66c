import { URLENCODED } from "#http/media-type.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { endsInParameter } from "#statements/resources/path-parameters.js";
import type { Contract } from "#verify/model/contract.js";
import { inTurns } from "#verify/model/in-turns.js";
import { type RequestSpec, structuredBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { generatedMediaType } from "#verify/requests/generated-parts.js";
import {
  fieldProbes,
  longTextProbes,
  malformedFormProbes,
  unknownFieldProbes,
  withUniqueText,
  wrongItemProbes,
} from "#verify/requests/probes/bodies.js";
import { credentialProbes } from "#verify/requests/probes/credentials.js";
import {
  malformedCursorProbes,
  malformedPathProbes,
  malformedQueryProbes,
  parameterProbes,
  pathProbes,
  spelledProbes,
  unknownParameterProbes,
} from "#verify/requests/probes/parameters.js";
import type { Variation } from "#verify/requests/variation.js";
import { acceptsAnyText } from "#verify/resources/permission/unknown-values.js";
import { allowedRequest, requireAllowedRequest } from "#verify/resources/valid-request.js";
import { type Suite, testCase } from "../suite.js";
import { ProbeSearch } from "./probe-search.js";
import { unusualResourceCases } from "./unusual-resources.js";

/**
 * Unusual requests cause no server error. They have values that programs often fail for, other spellings, and parts that the
 * document does not have. Any other response to them is right.
 */
export const robustness: Suite = (context, operation) => [
  ...probeCases(context, operation),
  ...unusualResourceCases(context, operation),
];

const probeCases: Suite = ({ contract }, operation) => {
  const inPath = operation === hostOfPath(contract) ? contract.operations.find(hasPath) : undefined;
  if (!hasProbes(contract, operation) && !inPath) return [];
  return [
    testCase("robustness", operation, "responds to unusual values without a server error", {
      // A change of an item that succeeds would disturb the invalid requests to the same item, which are read back.
      isolated: isSafe(operation) || !endsInParameter(operation.path),
      async run(context) {
        const usual = withUniqueText(context, await requireAllowedRequest(context, operation));
        const path = inPath && (await allowedRequest(context, inPath));
        const sent = [
          await new ProbeSearch(context, usual).run(roundsOf(context, usual)),
          path ? await new ProbeSearch(context, path).run([malformedPathProbes(path.operation)]) : 0,
        ];
        if (sent.every((count) => count === 0))
          throw new Skipped("no part of an accepted request may have another value");
      },
    }),
  ];
};

function hasProbes(contract: Contract, operation: Operation): boolean {
  if (!isSafe(operation)) return generatedMediaType(operation) !== undefined && operation.method !== "delete";
  const hasPathOfText = endsInParameter(operation.path);
  return operation.method === "get" && (hasPathOfText || probedParameters(contract, operation).length > 0);
}

/**
 * The operation whose test case sends a malformed path. A server decodes all paths in one place. So it is sent once, beside
 * the other probes of an operation that reads.
 */
function hostOfPath(contract: Contract): Operation | undefined {
  const { operations } = contract;
  return (
    operations.find((operation) => isSafe(operation) && hasProbes(contract, operation)) ?? operations.find(hasPath)
  );
}

/** The parameters that get odd values. Other test cases send any text in the path of one identifier that may be any text. */
function probedParameters({ document }: Contract, { parameters }: Operation): Parameter[] {
  return parameters.filter((parameter) => {
    const { type, format, pattern, enum: members } = schemaOf(document, parameter);
    const isText = type === "string" && [format, pattern, members].every((keyword) => keyword === undefined);
    return parameter.in !== "path" || (isText && !acceptsAnyText(document, parameter));
  });
}

/** Whether an operation is the first with probes of a kind. A server decodes all queries and forms in one place. */
function isFirst({ operations }: Contract, operation: Operation, has: (operation: Operation) => boolean): boolean {
  return operation === operations.find(has);
}

/** The probes of an operation, as few requests as possible: those that most servers accept share them. */
function roundsOf(context: CaseContext, usual: RequestSpec): Variation[][] {
  const { operation } = usual;
  if (operation.method !== "get") {
    const byPart = fieldProbes(context, usual);
    const doubtful = byPart.filter((probes) => isDoubtful(context, usual, probes));
    const others = byPart.filter((probes) => !doubtful.includes(probes));
    return [
      ...joined(unknownFieldProbes(context, usual), inTurns(others)),
      ...inTurns(doubtful),
      longTextProbes(context, usual),
      wrongItemProbes(context, usual),
      isFirst(context.contract, operation, hasForm) ? malformedFormProbes(usual) : [],
    ];
  }
  const ofParameters = parameterProbes(context, operation, probedParameters(context.contract, operation));
  return [
    ...joined(unknownParameterProbes(operation), inTurns(ofParameters)),
    spelledProbes(context.contract, usual),
    malformedCursorProbes(context.contract, operation),
    isFirst(context.contract, operation, hasQuery) ? malformedQueryProbes(operation) : [],
    // Both change the credentials.
    ...(operation === hostOfPath(context.contract) ? credentialProbes(context.contract, operation) : []).map(
      (probe) => [probe],
    ),
    ...pathProbes(usual).map((probe) => [probe]),
  ];
}

/**
 * Whether probes are for a field that the accepted body lacks. The target has rejected a body with all fields, so this one
 * may be the reason.
 */
function isDoubtful(context: CaseContext, usual: RequestSpec, [probe]: readonly Variation[]): boolean {
  const pointer = pointerNames(probe?.part ?? "").slice(1);
  const isSent = valueAt(structuredBody(usual), pointerTo("", ...pointer)) !== undefined;
  return context.accepted.has(usual.operation) && !isSent;
}

/** A round with the next one in the same requests, if the document allows both. Few servers reject what it allows. */
function joined(round: Variation[], others: readonly Variation[][]): Variation[][] {
  const [next = [], ...rest] = others;
  const isAllowed = [...round, ...next].every(({ permission }) => permission === "allowed");
  return isAllowed ? [[...round, ...next], ...rest] : [round, ...others];
}

/** Whether an operation has a form as its only kind of body that is generated. */
function hasForm(operation: Operation): boolean {
  return generatedMediaType(operation)?.name === URLENCODED;
}

function hasQuery(operation: Operation): boolean {
  return operation.method === "get" && malformedQueryProbes(operation).length > 0;
}

function hasPath(operation: Operation): boolean {
  return operation.method === "get" && malformedPathProbes(operation).length > 0;
}
