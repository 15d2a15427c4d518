import type { AnswerOf, contract } from '@roadworthy/contract';

/** A single-sign-on record of a companion app (requirements U-33 to U-42). */
export type SsoRecord = AnswerOf<
  typeof contract.signIn.userInfo
>['extra_vars']['permissions'][number];

/** A record without flags. */
export const ssoRecord = (
  app: number,
  name: string,
  reference: string,
  permission: string,
  level: number,
): SsoRecord => ({
  ExternalAppId: app,
  ExternalAppName: name,
  ExternalAppReference: reference,
  Id: app,
  IsCustomerAdmin: false,
  IsEngineer: false,
  IsGlobalAdmin: false,
  IsManager: false,
  IsReadonly: false,
  IsRepairer: false,
  IsServerUser: false,
  IsUserVehicleAdmin: false,
  Level: level,
  PermissionName: permission,
});

/** The sample development set of requirement U-43, used outside production only. */
export const SAMPLE_RECORDS: readonly SsoRecord[] = [
  ssoRecord(1, 'Datalive', 'datalive', 'Datalive Admin', 3),
  ssoRecord(2, 'Defect', 'DEFECT', 'Defect Admin', 3),
  ssoRecord(2, 'Defect', 'DEFECT', 'Defect Repairer', 2),
  ssoRecord(2, 'Defect', 'DEFECT', 'Defect Limited', 1),
  ssoRecord(
    3,
    'Safety Inspection',
    'SAFETY_INSPECTION',
    'Safety Inspection Brake Test Uploader',
    1,
  ),
  ssoRecord(3, 'Safety Inspection', 'SAFETY_INSPECTION', 'Safety Inspection Manager', 2),
  ssoRecord(4, 'Agency Onboarding', 'DRIVER_AGENCY_ONBOARDING', 'Agency Onboarding', 1),
];
