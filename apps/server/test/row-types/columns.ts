/**
 * Types that the schema does not give, by column: the content of JSON columns, and texts whose values
 * no check constraint lists. Each is an export of `src/platform/db/column-types.ts`, or an array of it.
 * Null, default and JSON are added from the schema.
 */
export const COLUMN_TYPES: Readonly<Record<string, string>> = {
  'activity_types.statuses': 'StatusOption[]',
  'activity_types.vehicle_types': 'VehicleType[]',
  'alerts.severity': 'AlertSeverity',
  'audit_entries.after': 'JsonRecord',
  'audit_entries.before': 'JsonRecord',
  'audit_entries.subject_kind': 'AuditKind',
  'audit_surveys.items': 'SurveyItem[]',
  'check_templates.items': 'TemplateItem[]',
  'defect_records.items': 'DefectItem[]',
  'defect_records.state': 'DefectState',
  'driver_check_records.items': 'CheckItem[]',
  'geofences.holes': 'Ring[]',
  'geofences.points': 'Ring',
  'inspection_records.brake_result': 'FigureResult',
  'inspection_records.items': 'InspectionItem[]',
  'inspection_records.limits': 'FigureLimits',
  'inspection_records.tyre_result': 'FigureResult',
  'inspection_records.tyres': 'TyreFigure[]',
  'investigations.snapshot': 'SnapshotSchedule[]',
  'positions.attributes': 'JsonRecord',
  'record_changes.changes': 'FieldChange[]',
  'schedule_types.vehicle_types': 'VehicleType[]',
  'sign_on_artifacts.payload': 'JsonRecord',
  'trips.segments': 'TripSegment[]',
  'unknown_devices.protocol': 'Protocol',
  'vehicle_damages.part': 'DamageZone',
  'vehicle_file_changes.changes': 'FieldChange[]',
  'vehicle_reports.items': 'CheckItem[]',
  'vehicle_upload_rows.fields': 'UploadFields',
  'vehicle_uploads.choices': 'KeptChoices',
  'vehicle_uploads.columns': 'UploadColumns',
  'vehicle_uploads.sample': 'SampleRow[]',
};
