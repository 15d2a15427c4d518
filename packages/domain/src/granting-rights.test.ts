import { describe, expect, it } from 'vitest';
import { scopesAllow } from './authorisation.ts';
import { type GivenRights, rightsBeyond } from './granting-rights.ts';
import { ROLES } from './roles.ts';

const person = (changed: Partial<GivenRights> = {}): GivenRights => ({
  role: 'USER',
  modules: ['Track'],
  isLimitedUser: false,
  isGlobalAdmin: false,
  isCustomerAdmin: false,
  isUserVehicleAdmin: false,
  ...changed,
});

describe('granting rights', () => {
  it('[U-31] an administrator can grant every permission, but only their own modules', () => {
    const grantor = person({ role: 'ADMIN' });
    for (const role of ROLES) expect(rightsBeyond(grantor, person({ role }), null)).toEqual([]);
    expect(rightsBeyond(grantor, person({ modules: ['Track', 'VOR'] }), null)).toEqual(['modules']);
    expect(rightsBeyond(grantor, person({ isCustomerAdmin: true }), null)).toEqual([]);
    const flags = person({ isGlobalAdmin: true, isUserVehicleAdmin: true });
    expect(rightsBeyond(grantor, flags, null)).toEqual([
      'is_global_admin',
      'is_user_vehicle_admin',
    ]);
  });

  it('[U-31] [U-P01] a read-only user cannot grant the right to write', () => {
    const grantor = person({ role: 'READONLY', isCustomerAdmin: true });
    for (const role of ['ADMIN', 'MANAGER', 'USER', 'DRIVER'] as const) {
      expect(rightsBeyond(grantor, person({ role }), null), role).toEqual(['permission']);
    }
    for (const role of ['READONLY', 'GUEST'] as const) {
      expect(rightsBeyond(grantor, person({ role }), null), role).toEqual([]);
    }
  });

  it('[U-30] [U-31] a limited user can create only limited users', () => {
    const grantor = person({ role: 'ADMIN', isLimitedUser: true });
    expect(rightsBeyond(grantor, person(), null)).toEqual(['is_limited_user']);
    expect(rightsBeyond(grantor, person({ role: 'DRIVER' }), null)).toEqual([]);
    expect(rightsBeyond(grantor, person({ isLimitedUser: true }), null)).toEqual([]);
    expect(rightsBeyond(grantor, person(), person())).toEqual([]);
  });

  it('[U-31] existing rights may stay; a global administrator can grant every right', () => {
    const all = person({
      role: 'ADMIN',
      modules: ['Track', 'VOR'],
      isGlobalAdmin: true,
      isCustomerAdmin: true,
      isUserVehicleAdmin: true,
    });
    expect(rightsBeyond(person({ role: 'ADMIN' }), all, all)).toEqual([]);
    expect(rightsBeyond(person({ isGlobalAdmin: true }), all, null)).toEqual([]);
    const nobody = person({ role: 'ADMIN', modules: [] });
    expect(rightsBeyond(nobody, person({ modules: ['Track'] }), person())).toEqual([]);
  });
});

describe('scopes of a personal token', () => {
  it('[U-31] allow reading, changing and administration separately; a session has no such limit', () => {
    const module = { kind: 'module', anyOf: ['Track'] } as const;
    const administrator = { kind: 'administrator' } as const;
    expect(scopesAllow(['read'], module, 'GET')).toBe(true);
    expect(scopesAllow(['read'], module, 'POST')).toBe(false);
    expect(scopesAllow(['write'], module, 'GET')).toBe(false);
    expect(scopesAllow(['read', 'write'], administrator, 'GET')).toBe(false);
    expect(scopesAllow(['read', 'administration'], administrator, 'GET')).toBe(true);
    expect(scopesAllow(['read', 'administration'], administrator, 'DELETE')).toBe(false);
    expect(scopesAllow(null, { kind: 'global-administrator' }, 'DELETE')).toBe(true);
  });
});
