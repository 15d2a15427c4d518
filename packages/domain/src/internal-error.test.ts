import { describe, expect, it } from 'vitest';
import { InternalError, must } from './internal-error.ts';

describe('an internal error', () => {
  it('shows its code and details in its message', () => {
    const cause = new Error('reset');
    const error = new InternalError('map.answer_status', { status: 502, host: 'a' }, { cause });
    expect(error.message).toBe('map.answer_status status=502 host=a');
    expect(error.code).toBe('map.answer_status');
    expect(error.cause).toBe(cause);
  });

  it('is thrown for a missing value only', () => {
    expect(must(0, 'a.missing')).toBe(0);
    expect(must('', 'a.missing')).toBe('');
    expect(() => must(undefined, 'a.missing')).toThrow(InternalError);
    expect(() => must(null, 'a.missing')).toThrow('a.missing');
  });
});
