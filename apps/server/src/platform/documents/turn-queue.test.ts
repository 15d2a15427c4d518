import { expect, it } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

it('[L-10] groups of documents take turns, regardless of how many each has waiting', () => {
  const queue = new TurnQueue<{ group: string | null; name: string }>();
  const add = (group: string | null, name: string) => queue.add({ group, name });
  for (const n of [1, 2, 3]) add('ann', `ann ${n}`);
  add('bob', 'bob 1');
  expect(queue.next()?.name).toBe('ann 1');
  add(null, 'invoice');
  add(null, 'letter');
  const rest = Array.from({ length: 6 }, () => queue.next()?.name);
  expect(rest).toEqual(['bob 1', 'ann 2', 'invoice', 'ann 3', 'letter', undefined]);
  expect(queue.sizeOf(null)).toBe(0);
});
