import { expect } from 'vitest';
import type { Answer } from './api.ts';

/** The body of an answer, which must have this status. */
export async function ok(answer: Promise<Answer>, status = 200): Promise<Answer['body']> {
  const { status: got, body } = await answer;
  expect(got, JSON.stringify(body)).toBe(status);
  return body;
}
