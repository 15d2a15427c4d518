import type { ZodType, z } from 'zod';
import { isErrorCode } from '../error-texts.ts';
import { badRequest, type FieldMessages } from '../errors.ts';
import { issueMessage } from './issue-message.ts';

/** Whether the input has no value at a path; a coerced field no longer shows this when it fails. */
function isAbsent(input: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key],
    input,
  );
  return path.length > 0 && found === undefined;
}

/**
 * Messages for each invalid field of an input; those about the whole input are
 * `non_field_errors`.
 */
export function fieldErrors(error: z.ZodError, input: unknown): FieldMessages {
  const fields: Record<string, ReturnType<typeof issueMessage>[]> = {};
  for (const issue of error.issues) {
    const names =
      issue.code === 'unrecognized_keys'
        ? issue.keys
        : [issue.path.join('.') || 'non_field_errors'];
    const isMissing = issue.code === 'invalid_type' && isAbsent(input, issue.path);
    const message = isErrorCode(issue.message)
      ? issue.message
      : isMissing
        ? 'validation.required'
        : issueMessage(issue);
    for (const name of names) fields[name] = [...(fields[name] ?? []), message];
  }
  return fields;
}

/**
 * Parses a part of a request by its schema.
 *
 * @throws HttpError 400 with a message for each invalid field
 */
export function parseInput<S extends ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw badRequest('validation.invalid', { errors: fieldErrors(result.error, value) });
}
