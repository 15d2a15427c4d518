/** What somebody did to a record, or with it (issue of people and permissions, audit). */
export const AUDIT_ACTIONS = [
  'created',
  'changed',
  'archived',
  'restored',
  'removed',
  'viewed',
  'exported',
  'erased',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * Kinds of records that the audit log names. A new kind is added here, with its name in both
 * languages under `audit.kind.<kind>`.
 */
export const AUDIT_KINDS = [
  'user',
  'session',
  'api_token',
  'second_factor',
  'driver',
  'vehicle',
  'tracker',
  'depot',
  'region',
  'customer',
  'manufacturer',
  'model',
  'livery',
  'contract_type',
  'lease_company',
  'driver_category',
  'schedule_type',
  'activity_type',
  'repairer',
  'geofence_category',
  'investigation',
  'investigation_template',
  'check_template',
  'notification',
  'text',
  'upload',
  'retention',
  'record_limits',
  'partner_key',
  'private_use',
  'vehicle_report',
  'vehicle_damage',
  'notice_letter',
  'audit_survey',
] as const;

export type AuditKind = (typeof AUDIT_KINDS)[number];
