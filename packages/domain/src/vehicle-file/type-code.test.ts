import { describe, expect, it } from 'vitest';
import { codeOfTypeName } from './type-code.ts';

describe('the code of a type', () => {
  it('[RP-21] is derived from its name', () => {
    expect(codeOfTypeName('Tail lift – 6 months')).toBe('TAIL_LIFT_6_MONTHS');
    expect(codeOfTypeName('2ª inspeção')).toBe('A_INSPECAO');
    expect(codeOfTypeName('x'.repeat(60))).toHaveLength(40);
  });
});
