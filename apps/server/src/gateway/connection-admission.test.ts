import { expect, it } from 'vitest';
import { type AdmittedConnection, ConnectionAdmission } from './connection-admission.ts';

function connectionsTo(admission: ConnectionAdmission) {
  const evicted: string[] = [];
  const open = (name: string, address = 'one') => {
    const connection: AdmittedConnection = { address, evict: () => evicted.push(name) };
    return { connection, refusal: admission.admit(connection) };
  };
  return { evicted, open };
}

it('at the total limit the oldest connection without a login is closed, a known device never', () => {
  const admission = new ConnectionAdmission({ total: 3, perAddress: 10 });
  const { evicted, open } = connectionsTo(admission);
  admission.identified(open('device', 'a').connection);
  open('silent 1', 'b');
  open('silent 2', 'c');
  const third = open('new', 'd');
  expect([third.refusal, evicted]).toEqual([null, ['silent 1']]);
  admission.identified(third.connection);
  const fourth = open('another', 'a');
  expect([fourth.refusal, evicted]).toEqual([null, ['silent 1', 'silent 2']]);
  admission.identified(fourth.connection);
  expect(open('one too many', 'e').refusal).toBe('total');
  expect(admission.connections).toBe(3);
});

it('at the limit of an address only connections of that address are closed', () => {
  const admission = new ConnectionAdmission({ total: 100, perAddress: 2 });
  const { evicted, open } = connectionsTo(admission);
  open('elsewhere', 'other');
  admission.identified(open('device').connection);
  open('silent');
  const newer = open('newer');
  expect([newer.refusal, evicted]).toEqual([null, ['silent']]);
  admission.identified(newer.connection);
  expect(open('one too many').refusal).toBe('address');
  expect(open('from elsewhere', 'other').refusal).toBeNull();
});

it('a connection that ends frees one place, even if it ends twice', () => {
  const admission = new ConnectionAdmission({ total: 10, perAddress: 1 });
  const { open } = connectionsTo(admission);
  const { connection } = open('device');
  admission.identified(connection);
  expect(open('second').refusal).toBe('address');
  admission.release(connection);
  admission.release(connection);
  expect(admission.connections).toBe(0);
  admission.identified(open('second').connection);
  expect(open('third').refusal).toBe('address');
});
