/**
 * An operation as the subject of a sentence, which begins with a capital letter.
 *
 * @param {{ operationId?: string | undefined }} operation
 */
export function operationSubject({ operationId }) {
  return operationId === undefined ? "The operation" : `The operation ${operationId}`;
}
