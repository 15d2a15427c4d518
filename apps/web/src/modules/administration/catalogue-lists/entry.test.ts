import { describe, expect, it } from 'vitest';
import { referenceOf } from './entry.ts';

describe('the code of a type', () => {
  it('[RP-21] is made of its name', () => {
    expect(referenceOf('Tail lift – 6 months')).toBe('TAIL_LIFT_6_MONTHS');
    expect(referenceOf('2ª inspeção')).toBe('A_INSPECAO');
    expect(referenceOf('x'.repeat(60))).toHaveLength(40);
  });
});
