import type { Operation } from "../../openapi/operation.js";
import type { PlanContext } from "../model/case-context.js";
import type { TestCase } from "../model/test-case.js";

/** Lists the test cases of one kind for an operation. */
export type Suite = (context: PlanContext, operation: Operation) => TestCase[];
