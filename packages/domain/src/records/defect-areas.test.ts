import { expect, it } from 'vitest';
import { worstFirst } from './defect-areas.ts';

it('[G-20] findings that take the vehicle off the road come first, then the others by severity', () => {
  const findings = [
    { severity: 'minor', area: 'lights', n: 1 },
    { severity: 'major', area: 'body', n: 2 },
    { severity: 'major', area: 'brakes', n: 3 },
    { severity: 'dangerous', area: null, n: 4 },
    { severity: 'minor', area: 'tyres', n: 5 },
    { severity: 'advisory', area: null, n: 6 },
  ] as const;
  expect(worstFirst(findings).map(({ n }) => n)).toEqual([4, 3, 2, 1, 5, 6]);
});
