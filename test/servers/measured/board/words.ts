import type { Answer } from "../service.js";
import type { Violation } from "./rules.js";

/** How a framework rejects a body. */
export type Words = (violations: readonly Violation[]) => Answer;

/** FastAPI with Pydantic 2. */
export const pydantic: Words = (violations) => ({
  status: 422,
  body: {
    detail: violations.map((violation) => ({
      ...pydanticError(violation),
      loc: [violation.place, violation.field],
      input: violation.value ?? {},
    })),
  },
});

function pydanticError({ broken, rules, value }: Violation) {
  switch (broken) {
    case "required":
      return { type: "missing", msg: "Field required" };
    case "type":
      return { type: `${rules.type.slice(0, 6)}_type`, msg: `Input should be a valid ${rules.type}` };
    case "minLength":
      return {
        type: "string_too_short",
        msg: `String should have at least ${rules.minLength} characters`,
        ctx: { min_length: rules.minLength },
      };
    case "maxLength":
      return {
        type: "string_too_long",
        msg: `String should have at most ${rules.maxLength} characters`,
        ctx: { max_length: rules.maxLength },
      };
    case "minimum":
      return {
        type: "greater_than_equal",
        msg: `Input should be greater than or equal to ${rules.minimum}`,
        ctx: { ge: rules.minimum },
      };
    case "maximum":
      return {
        type: "less_than_equal",
        msg: `Input should be less than or equal to ${rules.maximum}`,
        ctx: { le: rules.maximum },
      };
    case "pattern":
      return {
        type: "string_pattern_mismatch",
        msg: `String should match pattern '${rules.pattern}'`,
        ctx: { pattern: rules.pattern },
      };
    case "values": {
      const quoted = (rules.values ?? []).map((allowed) => `'${allowed}'`);
      const expected = `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
      return { type: "enum", msg: `Input should be ${expected}`, ctx: { expected } };
    }
    default:
      return { type: "value_error", msg: `Value error, ${value} is not accepted`, ctx: { error: {} } };
  }
}

/** Spring with Jakarta Validation, and binding errors shown. */
export const spring: Words = (violations) => ({
  status: 400,
  body: {
    timestamp: "2026-11-02T10:00:00.000+00:00",
    status: 400,
    error: "Bad Request",
    message: `Validation failed for object='projectRequest'. Error count: ${violations.length}`,
    errors: violations.map((violation) => {
      const { field, value } = violation;
      const { code, defaultMessage, limits } = springError(violation);
      const named = { codes: [`projectRequest.${field}`, field], arguments: null, defaultMessage: field, code: field };
      return {
        codes: [`${code}.projectRequest.${field}`, `${code}.${field}`, `${code}.java.lang.String`, code],
        arguments: [named, ...limits],
        defaultMessage,
        objectName: "projectRequest",
        field,
        rejectedValue: value ?? null,
        bindingFailure: false,
        code,
      };
    }),
    path: "/projects",
  },
});

function springError({ broken, rules }: Violation): { code: string; defaultMessage: string; limits: unknown[] } {
  switch (broken) {
    case "required":
      return { code: "NotNull", defaultMessage: "must not be null", limits: [] };
    case "minLength":
    case "maxLength":
      return {
        code: "Size",
        defaultMessage: `size must be between ${rules.minLength} and ${rules.maxLength}`,
        limits: [rules.maxLength, rules.minLength],
      };
    case "minimum":
      return {
        code: "Min",
        defaultMessage: `must be greater than or equal to ${rules.minimum}`,
        limits: [rules.minimum],
      };
    case "maximum":
      return { code: "Max", defaultMessage: `must be less than or equal to ${rules.maximum}`, limits: [rules.maximum] };
    case "pattern":
      return {
        code: "Pattern",
        defaultMessage: `must match "${rules.pattern}"`,
        limits: [[], { defaultMessage: rules.pattern, arguments: null, codes: [rules.pattern] }],
      };
    case "isUnique":
      return { code: "UniqueKey", defaultMessage: "already exists", limits: [] };
    default:
      return { code: "typeMismatch", defaultMessage: "must be of the right type", limits: [] };
  }
}

/** NestJS with class-validator. */
export const classValidator: Words = (violations) => ({
  status: 400,
  body: { message: violations.map(classValidatorMessage), error: "Bad Request", statusCode: 400 },
});

function classValidatorMessage({ field, broken, rules, value }: Violation): string {
  switch (broken) {
    case "required":
      return `${field} should not be empty`;
    case "type":
      return `${field} must be ${rules.type === "integer" ? "an integer number" : `a ${rules.type}`}`;
    case "minLength":
      return `${field} must be longer than or equal to ${rules.minLength} characters`;
    case "maxLength":
      return `${field} must be shorter than or equal to ${rules.maxLength} characters`;
    case "minimum":
      return `${field} must not be less than ${rules.minimum}`;
    case "maximum":
      return `${field} must not be greater than ${rules.maximum}`;
    case "pattern":
      return `${field} must match /${rules.pattern}/ regular expression`;
    case "values":
      return `${field} must be one of the following values: ${(rules.values ?? []).join(", ")}`;
    case "format":
      return `${field} must be ${rules.format === "email" ? "an email" : "a valid ISO 8601 date string"}`;
    case "isUnique":
      return `${field} already exists`;
    case "refersTo":
      return `${rules.refersTo?.slice(0, -1)} with id ${value} does not exist`;
  }
}
