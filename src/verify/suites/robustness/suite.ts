import { asObject } from "#openapi/document/document.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { Contract } from "#verify/model/contract.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { RequestContext } from "#verify/model/test-case/request-context.js";
import { generatedMediaType } from "#verify/requests/generated-parts.js";
import {
  fieldProbes,
  longTextProbes,
  malformedFormProbes,
  unknownFieldProbes,
} from "#verify/requests/probes/bodies.js";
import {
  malformedCursorProbes,
  malformedPathProbes,
  malformedQueryProbes,
  parameterProbes,
  spelledProbes,
  unknownParameterProbes,
} from "#verify/requests/probes/parameters.js";
import { inRounds, type Probe, type ProbeRound } from "#verify/requests/probes/probe.js";
import { acceptsAnyText } from "#verify/resources/permission/unknown-values.js";
import { requireAllowedRequest } from "#verify/resources/valid-request.js";
import { type Suite, testCase } from "../suite.js";
import { ProbeSearch } from "./probe-search.js";

/**
 * Unusual requests cause no server error: values that programs often fail for, other spellings, and parts that the document
 * does not have. Any other response to them is right.
 */
export const robustness: Suite = ({ contract }, operation) => {
  if (!hasProbes(contract, operation)) return [];
  return [
    testCase("robustness", operation, "responds to unusual values without a server error", {
      isolated: true,
      async run(context) {
        const usual = await requireAllowedRequest(context, operation);
        await new ProbeSearch(context, usual).run(roundsOf(context, usual));
      },
    }),
  ];
};

function hasProbes(contract: Contract, operation: Operation): boolean {
  if (!isSafe(operation)) return generatedMediaType(operation) !== undefined && operation.method !== "delete";
  if (operation.method !== "get") return false;
  return probedParameters(operation).length > 0 || isFirst(contract, operation, hasPath);
}

/** The parameters that get odd values. Other test cases send any text in the path of one identifier that may be any text. */
function probedParameters({ parameters }: Operation): Parameter[] {
  return parameters.filter((parameter) => {
    const { type, format, enum: members } = asObject(parameter.schema);
    const isText = type === "string" && format === undefined && members === undefined;
    return parameter.in !== "path" || (isText && !acceptsAnyText(parameter));
  });
}

/** Whether an operation is the first with probes of a kind: a server decodes all paths, queries and forms in one place. */
function isFirst({ operations }: Contract, operation: Operation, has: (operation: Operation) => boolean): boolean {
  return operation === operations.find(has);
}

/** The probes of an operation, as few requests as possible: those that most servers accept share them. */
function roundsOf(context: RequestContext, usual: RequestSpec): ProbeRound[] {
  const { operation } = usual;
  const rejected = (probes: readonly Probe[]): ProbeRound => ({ probes, isAllowed: false });
  const ofFields = fieldProbes(context, usual);
  const ofBody = [unknownFieldProbes(context, usual), ...inRounds(ofFields), rejected(longTextProbes(context, usual))];
  if (operation.method !== "get") return [...ofBody, rejected(malformedFormProbes(usual))];
  return [
    { probes: unknownParameterProbes(operation), isAllowed: true },
    ...inRounds(parameterProbes(context, operation, probedParameters(operation))),
    rejected(spelledProbes(usual)),
    rejected(malformedCursorProbes(operation)),
    rejected(isFirst(context.contract, operation, hasQuery) ? malformedQueryProbes(operation) : []),
    rejected(isFirst(context.contract, operation, hasPath) ? malformedPathProbes(operation) : []),
  ];
}

function hasQuery(operation: Operation): boolean {
  return operation.method === "get" && malformedQueryProbes(operation).length > 0;
}

function hasPath(operation: Operation): boolean {
  return operation.method === "get" && malformedPathProbes(operation).length > 0;
}
