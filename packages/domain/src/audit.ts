import { VEHICLE_LISTS } from './vehicles.ts';

/** Actions on a record that the audit log names (issue of people and permissions, audit). */
export const AUDIT_ACTIONS = [
  'created',
  'changed',
  'archived',
  'restored',
  'removed',
  'viewed',
  'exported',
  'erased',
  'refused',
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
  ...VEHICLE_LISTS,
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
  'geofence',
  'geofence_group',
  'event_review',
  'alert_rule',
  'report_schedule',
  'report',
  'saved_view',
  'message',
  'device_command',
  'vehicle_share',
  'list',
  'audit_log',
  'vehicle_document',
  'schedule',
  'reminder',
  'driver_check',
  'defect',
  'inspection',
  'vor_entry',
  'camera',
  'tachograph_file',
  'tachograph_download',
  'tachograph_download_settings',
  'clip_rules',
  'video',
  'video_share',
  'video_storage',
  'driver_activity',
  'hours_infringement',
  'hours_settings',
] as const;

export type AuditKind = (typeof AUDIT_KINDS)[number];
