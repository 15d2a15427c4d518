import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('gives no port twice', async () => {
  const ports = await Promise.all(Array.from({ length: 600 }, freePort));

  expect(new Set(ports).size).toBe(600);
});
