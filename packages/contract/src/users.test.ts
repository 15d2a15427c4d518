import { describe, expect, it } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { contract } from './index.ts';

const calls = (endpoints: object) => Object.values(endpoints) as Endpoint[];

describe('who may call', () => {
  it('[U-32] calls of the vehicle file ask for the module Vehicle File, or for an administrator', () => {
    const all = [...calls(contract.vehicleFile), ...calls(contract.schedules)];
    for (const { path, access } of all) {
      // The token of a calendar's address has the rights of its person.
      if (path === contract.schedules.calendar.path) continue;
      if (access.kind === 'module') expect(access.anyOf, path).toEqual(['Vehicle File']);
      else expect(['administrator', 'signed-in'], path).toContain(access.kind);
    }
    const asking = all.filter(({ access }) => access.kind === 'module');
    expect(asking.length).toBeGreaterThan(10);
  });

  it('[O-P06] [U-02] users, their log and their privacy are for administrators', () => {
    const open = [contract.users, contract.audit, contract.privacy]
      .flatMap(calls)
      .filter(({ access }) => access.kind !== 'administrator');
    expect(open.map(({ path }) => path)).toEqual(['/api/users_for_group/']);
  });

  it('[U-02] what opens or closes an account takes no personal token', () => {
    for (const { path, method, access, credential } of calls(contract.account)) {
      const isPolicyRead = access.kind === 'administrator' && method === 'GET';
      expect([path, credential], path).toEqual([path, isPolicyRead ? undefined : 'session']);
    }
  });
});
