import { isObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { cursorParameters, listOf, namesItem } from "#statements/paging/paging.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { isClosedSet } from "#statements/resources/closed-sets.js";
import { resourceMadeBy } from "#statements/resources/find-resources.js";
import { mayRejectUnknown, statesCreation } from "#statements/resources/named-creation.js";
import { endsInParameter } from "#statements/resources/path-parameters.js";
import type { Contract } from "../model/contract.js";
import { type Exchange, isServerError, isSuccess, jsonOf } from "../model/request/exchange.js";
import { anyResponse, type Expectation, faultOf, notFound, rejection } from "../model/request/expectation.js";
import type { BodySpec, ParameterValue, RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { Skipped } from "../model/test-case/skipped.js";
import { coversStated, type TestCase } from "../model/test-case/test-case.js";
import { exampleBody, successExample } from "../requests/known-values.js";
import { NUL } from "../requests/probes/odd-values.js";
import { hasMadeAround } from "../resources/created/made-around.js";
import { sent, withParameters } from "../resources/lists/read-pages.js";
import {
  acceptsAnyText,
  formatsOf,
  mayExist,
  unknownParameters,
  unknownText,
} from "../resources/permission/unknown-values.js";
import { requireValidRequest } from "../resources/valid-request.js";
import { type Suite, testCase } from "./suite.js";

/** How many short values are sent until one identifies no resource. */
const UNKNOWN_TRIES = 5;

/** Unknown resources are rejected. The values are generated in the formats of the examples, or have no format. */
export const unknownResources: Suite = ({ contract }, operation) => {
  const cursors = unknownCursors(contract, operation);
  if (namesItem(operation.paging?.next)) return cursors;
  const last = operation.parameters.findLast(({ in: place }) => place === "path");
  const below = last && !isClosedSet(contract.document, last) ? unknownBelow(operation) : [];
  return [...cursors, ...unknownIdentifiers(contract, operation), ...below];
};

/** Whether an operation may create what its path names, so that it need not reject an unknown value. */
function createsItem(contract: Contract, operation: Operation): boolean {
  const isPosted = operation.method === "post" && endsInParameter(operation.path);
  return statesCreation(operation) || (isPosted && resourceMadeBy(contract, operation) !== undefined);
}

function unknownIdentifiers(contract: Contract, operation: Operation): TestCase[] {
  const parameter = operation.parameters.findLast((candidate) => candidate.in === "path");
  if (!parameter || isClosedSet(contract.document, parameter) || createsItem(contract, operation)) return [];
  // Without such a response, an operation need not reject any value.
  if (!mayRejectUnknown(operation)) return unlistedRejections(contract, operation, parameter);
  const expected = notFound(operation, "no such resource exists");
  const covers = expected.kind === "rejection" ? [] : [coversStated(operation, [expected.place])];
  const formats = formatsOf(contract.document, parameter);
  const ofFormats = formats.map((format) =>
    testCase("unknown-resources", operation, `rejects an unknown ${format}`, {
      parameter,
      covers,
      isolated: true,
      async run(context) {
        const body = usualBody(context, operation);
        for (let tries = UNKNOWN_TRIES; tries > 0; tries -= 1) {
          const parameters = await unknownParameters(context, operation, { format });
          const spec = { operation, parameters, body };
          const exchange = await context.send(spec);
          const exists = isSuccess(exchange) && parameters.some(mayExist);
          if (exists && tries > 1) continue;
          return checkUnknown(context, spec, expected, exchange);
        }
      },
    }),
  );
  if (!acceptsAnyText(contract.document, parameter))
    return [...ofFormats, ...largeNumbers(contract, operation, parameter)];
  const withText = async (context: CaseContext, value: string): Promise<ParameterValue[]> => {
    const parameters = await unknownParameters(context, operation, { format: "text" });
    return parameters.map((known) =>
      known.parameter === parameter ? unknownText(context.generator, parameter, value) : known,
    );
  };
  const otherFormat = testCase("unknown-resources", operation, "rejects an unknown identifier of another format", {
    parameter,
    covers,
    isolated: true,
    async run(context) {
      const parameters = await withText(context, "no-such");
      await expectUnknown(context, { operation, parameters, body: usualBody(context, operation) }, expected);
    },
  });
  const malformed = testCase("unknown-resources", operation, "rejects a malformed identifier", {
    parameter,
    isolated: true,
    async run(context) {
      const sendText = async (text: string) => {
        const parameters = await withText(context, text);
        const spec: RequestSpec = { operation, parameters, body: usualBody(context, operation) };
        return { spec, exchange: await context.send(spec) };
      };
      let fault = faultOf(parameter, `a malformed ${parameter.name}`);
      let sent = await sendText("'\0 no identifiér%\"");
      if (isServerError(sent.exchange)) {
        // The character NUL alone may be the cause.
        const alone = await sendText(`no${NUL.text}identifier`);
        if (isServerError(alone.exchange)) {
          sent = alone;
          fault = { ...faultOf(parameter, `${NUL.what} in ${parameter.name}`), value: NUL.what };
        }
      }
      const expected = rejection(operation, "it is not an identifier", { fault });
      await checkUnknown(context, sent.spec, expected, sent.exchange);
    },
  });
  const coversText = formats.includes("text") || expected.kind === "rejection";
  return [...ofFormats, ...(coversText ? [] : [otherFormat]), malformed];
}

/** A body that the target accepts for what exists: so nothing but the identifier is wrong. */
function usualBody(context: CaseContext, operation: Operation): BodySpec | undefined {
  return context.accepted.bodyFor(operation) ?? exampleBody(context, successExample(operation));
}

async function expectUnknown(context: CaseContext, spec: RequestSpec, expected: Expectation): Promise<void> {
  await checkUnknown(context, spec, expected, await context.send(spec));
}

/** Checks the response to an unknown identifier. A list that belongs to it may be empty. */
async function checkUnknown(
  context: CaseContext,
  spec: RequestSpec,
  expected: Expectation,
  exchange: Exchange,
): Promise<void> {
  const isEmpty = isEmptyList(context.contract.document, spec.operation, exchange);
  const isRight = isEmpty || (isSuccess(exchange) && (await hasMadeAround(context, spec)));
  await context.check(spec, isRight ? anyResponse(spec.operation, expected.why) : expected, exchange);
}

/** Whether a response is a list without an item. A resource may have an empty list too, but it also has texts. */
function isEmptyList(document: OpenApiDocument, operation: Operation, exchange: Exchange): boolean {
  const list = endsInParameter(operation.path) ? undefined : listOf(document, operation);
  if (!list || !isSuccess(exchange)) return false;
  const body = jsonOf(exchange);
  const items = valueAt(body, list.paging.items);
  const hasTexts = isObject(body) && Object.values(body).some((value) => typeof value === "string");
  return Array.isArray(items) && items.length === 0 && !hasTexts;
}

/** A number that the schema allows and that many stores cannot hold. Only a method that reads is sent. */
function largeNumbers({ document, validator }: Contract, operation: Operation, parameter: Parameter): TestCase[] {
  const { type, format } = schemaOf(document, parameter);
  const isLimited = format === "int32" || validator.errors(parameter.schemaPointer, MORE_THAN_32_BITS).length > 0;
  if (![type].flat().includes("integer") || isLimited || !isSafe(operation)) return [];
  return [
    testCase("unknown-resources", operation, `rejects a ${parameter.name} of more than 32 bits`, {
      parameter,
      async run(context) {
        const parameters = (await unknownParameters(context, operation)).map((known) =>
          known.parameter === parameter ? { ...known, value: MORE_THAN_32_BITS } : known,
        );
        const fault = faultOf(parameter, `${parameter.name} of more than 32 bits`);
        await expectUnknown(
          context,
          { operation, parameters },
          rejection(operation, "no such resource exists", { fault }),
        );
      },
    }),
  ];
}

/** Every client reads it exactly (RFC 8259, 6). */
const MORE_THAN_32_BITS = 2 ** 53 - 1;

/** The document leaves open whether an unknown cursor is rejected, but it causes no server error. */
function unknownCursors({ document }: Contract, operation: Operation): TestCase[] {
  return cursorParameters(listOf(document, operation) ?? operation).map((parameter) =>
    testCase("unknown-resources", operation, `responds to an unknown ${parameter.name}`, {
      parameter,
      writes: false,
      async run(context) {
        const usual = await requireValidRequest(context, operation);
        await context.expect(
          withParameters(usual, [sent(parameter, context.generator.uuid())]),
          anyResponse(operation, `${parameter.name} names no item`, faultOf(parameter, `an unknown ${parameter.name}`)),
        );
      },
    }),
  );
}

/** The document lists no rejection of an unknown value. Any response to it is right but a server error. */
function unlistedRejections({ document }: Contract, operation: Operation, parameter: Parameter): TestCase[] {
  return formatsOf(document, parameter).map((format) =>
    testCase("unknown-resources", operation, `responds to an unknown ${format} without a server error`, {
      parameter,
      isolated: true,
      async run(context) {
        const parameters = await unknownParameters(context, operation, { format });
        const spec = { operation, parameters, body: usualBody(context, operation) };
        await context.expect(spec, anyResponse(operation, "no such resource exists", faultOf(parameter)));
      },
    }),
  );
}

/** An unknown value below a resource that exists: a server may check the outer values alone, or none of them. */
function unknownBelow(operation: Operation): TestCase[] {
  const [first, ...inner] = operation.parameters.filter(({ in: place }) => place === "path");
  const parameter = inner.at(-1);
  if (first === undefined || parameter === undefined || !isSafe(operation)) return [];
  return [
    testCase("unknown-resources", operation, `rejects an unknown ${parameter.name} below known resources`, {
      parameter,
      async run(context) {
        const known = await requireValidRequest(context, operation);
        const [unknown] = (await unknownParameters(context, operation)).filter(
          (value) => value.parameter === parameter,
        );
        if (unknown === undefined || mayExist(unknown))
          throw new Skipped(`a generated ${parameter.name} may identify a resource`);
        const fault = faultOf(parameter);
        const expected = mayRejectUnknown(operation)
          ? notFound(operation, "no such resource exists", { fault })
          : anyResponse(operation, "no such resource exists", fault);
        await expectUnknown(context, withParameters(known, [unknown]), expected);
      },
    }),
  ];
}
