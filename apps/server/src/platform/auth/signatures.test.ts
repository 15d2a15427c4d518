import { describe, expect, it } from 'vitest';
import { isSameSecret, randomToken } from './random-tokens.ts';
import { derivedSecret, isSignedUntil, minuteAfter, signUntil } from './signatures.ts';

const KEY = derivedSecret('secret of the installation', 'files');
const NOW_MS = Date.UTC(2026, 0, 5, 12, 0, 30);

describe('a signed query', () => {
  const { expires, signature } = signUntil(KEY, ['clip', 7], NOW_MS + 1);
  const query = { expires: Number(expires), signature };
  const isSigned = (changes: object = {}, key = KEY, parts = ['clip', 7], nowMs = NOW_MS) =>
    isSignedUntil(key, parts, { ...query, ...changes }, nowMs);

  it('is valid until it expires', () => {
    expect(query.expires * 1000).toBe(NOW_MS + 1000);
    expect(isSigned()).toBe(true);
    expect(isSigned({}, KEY, ['clip', 7], NOW_MS + 999)).toBe(true);
    expect(isSigned({}, KEY, ['clip', 7], NOW_MS + 1000)).toBe(false);
  });

  it.each([
    ['another end', { expires: query.expires + 1 }],
    ['no end', { expires: undefined }],
    ['an end that is no number', { expires: Number.NaN }],
    ['no signature', { signature: undefined }],
    ['an empty signature', { signature: '' }],
    ['part of the signature', { signature: signature.slice(0, 8) }],
    ['another signature', { signature: signUntil(KEY, ['clip', 8], NOW_MS + 1).signature }],
  ])('is refused with %s', (_, changes) => {
    expect(isSigned(changes)).toBe(false);
  });

  it('is valid only for its content and its purpose', () => {
    expect(isSigned({}, KEY, ['clip', 8])).toBe(false);
    expect(isSigned({}, KEY, ['clip', 7, 1])).toBe(false);
    expect(isSigned({}, derivedSecret('secret of the installation', 'reports'))).toBe(false);
    expect(isSigned({}, derivedSecret('another secret', 'files'))).toBe(false);
  });
});

it('stays the same for a minute', () => {
  const inAnHour = minuteAfter(3600, NOW_MS);
  expect(inAnHour).toBe(Date.UTC(2026, 0, 5, 13, 1));
  expect(minuteAfter(3600, NOW_MS + 29_999)).toBe(inAnHour);
  expect(minuteAfter(3600, NOW_MS + 30_001)).toBe(inAnHour + 60_000);
});

describe('secrets', () => {
  it('are equal only if all of their bytes are', () => {
    expect(isSameSecret('secret', Buffer.from('secret'))).toBe(true);
    expect(isSameSecret('secret', 'Secret')).toBe(false);
    expect(isSameSecret('secre', 'secret')).toBe(false);
    expect(isSameSecret('', 'secret')).toBe(false);
  });

  it('are random', () => {
    expect(randomToken()).toMatch(/^[\w-]{43}$/);
    expect(randomToken()).not.toBe(randomToken());
  });
});
