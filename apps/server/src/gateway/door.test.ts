import { expect, it } from 'vitest';
import { Door, type Guest } from './door.ts';

function guests(door: Door) {
  const yielded: string[] = [];
  const enter = (name: string, address = 'one') => {
    const guest: Guest = { address, makeRoom: () => yielded.push(name) };
    return { guest, refusal: door.enter(guest) };
  };
  return { yielded, enter };
}

it('at the total limit the oldest connection without a login is closed, a known device never', () => {
  const door = new Door({ total: 3, perAddress: 10 });
  const { yielded, enter } = guests(door);
  door.named(enter('device', 'a').guest);
  enter('silent 1', 'b');
  enter('silent 2', 'c');
  const third = enter('newcomer', 'd');
  expect([third.refusal, yielded]).toEqual([null, ['silent 1']]);
  door.named(third.guest);
  const fourth = enter('another', 'a');
  expect([fourth.refusal, yielded]).toEqual([null, ['silent 1', 'silent 2']]);
  door.named(fourth.guest);
  expect(enter('one too many', 'e').refusal).toBe('total');
  expect(door.connections).toBe(3);
});

it('at the limit of an address only connections of that address are closed', () => {
  const door = new Door({ total: 100, perAddress: 2 });
  const { yielded, enter } = guests(door);
  enter('elsewhere', 'other');
  door.named(enter('device').guest);
  enter('silent');
  const newer = enter('newer');
  expect([newer.refusal, yielded]).toEqual([null, ['silent']]);
  door.named(newer.guest);
  expect(enter('one too many').refusal).toBe('address');
  expect(enter('from elsewhere', 'other').refusal).toBeNull();
});

it('a connection that ends frees one place, even if it ends twice', () => {
  const door = new Door({ total: 10, perAddress: 1 });
  const { enter } = guests(door);
  const { guest } = enter('device');
  door.named(guest);
  expect(enter('second').refusal).toBe('address');
  door.left(guest);
  door.left(guest);
  expect(door.connections).toBe(0);
  door.named(enter('second').guest);
  expect(enter('third').refusal).toBe('address');
});
