import type { z } from 'zod';
import type { ErrorMessage } from '../error-texts.ts';

type Issue = z.core.$ZodIssue;

const TYPES: Readonly<Record<string, ErrorMessage>> = {
  string: 'validation.text',
  number: 'validation.number',
  int: 'validation.whole_number',
  boolean: 'validation.yes_or_no',
  array: 'validation.list',
  object: 'validation.object',
  record: 'validation.object',
  date: 'validation.date_time',
};

const FORMATS: Readonly<Record<string, ErrorMessage>> = {
  email: 'validation.email',
  date: 'validation.date',
  datetime: 'validation.date_time',
  time: 'validation.time',
  url: 'validation.address',
};

function tooSmall({ origin, minimum }: z.core.$ZodIssueTooSmall): ErrorMessage {
  const params = { minimum: String(minimum) };
  if (origin === 'string') {
    if (Number(minimum) === 1) return 'validation.required';
    return { code: 'validation.text_too_short', params };
  }
  if (origin === 'array' || origin === 'set') return { code: 'validation.list_too_short', params };
  return { code: 'validation.number_too_small', params };
}

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): ErrorMessage {
  const params = { maximum: String(maximum) };
  if (origin === 'string') return { code: 'validation.text_too_long', params };
  if (origin === 'array' || origin === 'set') return { code: 'validation.list_too_long', params };
  return { code: 'validation.number_too_large', params };
}

/** The error message for a validation issue of zod; needs the parse option `reportInput`. */
export function issueMessage(issue: Issue): ErrorMessage {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'validation.required';
      return TYPES[issue.expected] ?? 'validation.invalid_input';
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'validation.format';
    case 'invalid_value':
      return issue.input === undefined ? 'validation.required' : 'validation.choice';
    case 'unrecognized_keys':
      return 'validation.unknown_field';
    default:
      return 'validation.invalid_input';
  }
}
