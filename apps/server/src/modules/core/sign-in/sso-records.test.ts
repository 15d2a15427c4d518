import { describe, expect, it } from 'vitest';
import { ssoRecords } from './sso-records.ts';

const plain = {
  role: 'MANAGER' as const,
  is_global_admin: false,
  is_customer_admin: false,
  is_user_vehicle_admin: false,
};

const kept = (flags: readonly string[], level = 2) => ({
  id: 4,
  app_id: 2,
  app_name: 'Defect',
  app_reference: 'DEFECT',
  permission_name: 'Defect Repairer',
  level,
  flags,
});

describe('single-sign-on records', () => {
  it.each([
    ['[U-33]', 'global_admin', 'IsGlobalAdmin'],
    ['[U-34]', 'customer_admin', 'IsCustomerAdmin'],
    ['[U-35]', 'manager', 'IsManager'],
    ['[U-36]', 'engineer', 'IsEngineer'],
    ['[U-37]', 'repairer', 'IsRepairer'],
    ['[U-38]', 'readonly', 'IsReadonly'],
    ['[U-39]', 'server_user', 'IsServerUser'],
    ['[U-40]', 'user_vehicle_admin', 'IsUserVehicleAdmin'],
  ])('%s the flag %s is %s, and no other', (_id, flag, field) => {
    const record = ssoRecords(plain, [kept([flag])]).find(
      ({ ExternalAppReference }) => ExternalAppReference === 'DEFECT',
    );
    const raised = Object.entries(record ?? {}).filter(([, value]) => value === true);
    expect(raised).toEqual([[field, true]]);
  });

  it('[U-41] contain a numeric level', () => {
    const levels = ssoRecords(plain, [kept([], 3)]).map(({ Level }) => Level);
    expect(levels).toEqual([2, 3]);
  });

  it('[U-42] [U-P02] this product is recorded as datalive, with the flags of the user', () => {
    const admin = { ...plain, is_global_admin: true, is_user_vehicle_admin: true };
    expect(ssoRecords(admin, [])).toMatchObject([
      {
        ExternalAppReference: 'datalive',
        IsGlobalAdmin: true,
        IsCustomerAdmin: false,
        IsUserVehicleAdmin: true,
      },
    ]);
  });
});
