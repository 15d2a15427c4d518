import type { AnswerOf, contract } from '@roadworthy/contract';
import { ROLE_RIGHTS, type Role } from '@roadworthy/domain';

type SsoRecord = AnswerOf<typeof contract.signIn.userInfo>['extra_vars']['permissions'][number];

/** The reference under which this product itself is recorded (requirement U-42). */
const OWN_REFERENCE = 'datalive';

/** A stored record, as read from the database. */
export interface KeptRecord {
  readonly id: number;
  readonly app_id: number;
  readonly app_name: string;
  readonly app_reference: string;
  readonly permission_name: string;
  readonly level: number;
  readonly flags: readonly string[];
}

/** The fields of a user in the record of this product. */
export interface UserFlags {
  readonly role: Role;
  readonly is_global_admin: boolean;
  readonly is_customer_admin: boolean;
  readonly is_user_vehicle_admin: boolean;
}

function toRecord(kept: KeptRecord): SsoRecord {
  const has = (flag: string) => kept.flags.includes(flag);
  return {
    ExternalAppId: kept.app_id,
    ExternalAppName: kept.app_name,
    ExternalAppReference: kept.app_reference,
    Id: kept.id,
    IsCustomerAdmin: has('customer_admin'),
    IsEngineer: has('engineer'),
    IsGlobalAdmin: has('global_admin'),
    IsManager: has('manager'),
    IsReadonly: has('readonly'),
    IsRepairer: has('repairer'),
    IsServerUser: has('server_user'),
    IsUserVehicleAdmin: has('user_vehicle_admin'),
    Level: kept.level,
    PermissionName: kept.permission_name,
  };
}

/** The record of this product for a user without one, as every list contains it (B-31). */
function ownRecord({ role }: UserFlags): KeptRecord {
  const { isLimitedUser } = ROLE_RIGHTS[role];
  return {
    id: 0,
    app_id: 1,
    app_name: 'Datalive',
    app_reference: OWN_REFERENCE,
    permission_name: role,
    level: role === 'ADMIN' ? 3 : isLimitedUser ? 1 : 2,
    flags: [],
  };
}

/**
 * The single-sign-on records of a user (requirements U-33 to U-43). The three flags that open the
 * toggles come from the rights that the server checks (U-P02), so that both always agree.
 */
export function ssoRecords(user: UserFlags, kept: readonly KeptRecord[]): SsoRecord[] {
  const hasOwn = kept.some(({ app_reference }) => app_reference === OWN_REFERENCE);
  return (hasOwn ? kept : [ownRecord(user), ...kept]).map((record) => ({
    ...toRecord(record),
    ...(record.app_reference === OWN_REFERENCE && {
      IsGlobalAdmin: user.is_global_admin,
      IsCustomerAdmin: user.is_customer_admin,
      IsUserVehicleAdmin: user.is_user_vehicle_admin,
    }),
  }));
}
