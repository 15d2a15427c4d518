import { EVENT } from './event-codes.ts';

/** A template of alert rules: what a new rule of this kind contains. */
export interface AlertTemplate {
  readonly key: AlertTemplateKey;
  readonly severity: 'information' | 'warning' | 'critical';
  readonly eventCodes: readonly number[];
  /** Default thresholds; absent if the template has none. */
  readonly minSpeedKmh?: number;
  readonly minDurationS?: number;
  /** Minutes after midnight; absent for the whole day. */
  readonly hours?: readonly [fromMinute: number, untilMinute: number];
  /** Whether the rule is usually limited to places. */
  readonly hasPlaces?: true;
}

/** Names of the templates. */
export const ALERT_TEMPLATE_KEYS = [
  'speeding',
  'out_of_hours',
  'geofence_entered',
  'geofence_left',
  'geofence_dwell',
  'tracker_offline',
  'harsh_driving',
  'collision',
  'idling',
  'power_lost',
  'towing',
  'fuel_theft',
  'driver_camera',
] as const;
export type AlertTemplateKey = (typeof ALERT_TEMPLATE_KEYS)[number];

const HOUR_S = 3600;
const EVENING = 19 * 60;
const MORNING = 6 * 60;

/** The templates, most used first. */
export const ALERT_TEMPLATES: readonly AlertTemplate[] = [
  {
    key: 'speeding',
    severity: 'warning',
    eventCodes: [EVENT.overSpeed],
    minSpeedKmh: 120,
  },
  {
    key: 'out_of_hours',
    severity: 'warning',
    eventCodes: [EVENT.ignitionOn, EVENT.towing],
    hours: [EVENING, MORNING],
  },
  {
    key: 'geofence_entered',
    severity: 'information',
    eventCodes: [EVENT.geofenceEntered],
    hasPlaces: true,
  },
  {
    key: 'geofence_left',
    severity: 'information',
    eventCodes: [EVENT.geofenceLeft],
    hasPlaces: true,
  },
  {
    key: 'geofence_dwell',
    severity: 'information',
    eventCodes: [EVENT.geofenceDwellExceeded],
    hasPlaces: true,
  },
  {
    key: 'tracker_offline',
    severity: 'warning',
    eventCodes: [EVENT.deviceOffline],
    minDurationS: 24 * HOUR_S,
  },
  {
    key: 'harsh_driving',
    severity: 'information',
    eventCodes: [EVENT.harshAcceleration, EVENT.harshBraking, EVENT.harshCornering],
  },
  {
    key: 'collision',
    severity: 'critical',
    eventCodes: [EVENT.collision, EVENT.rollOver, EVENT.shock, EVENT.panicButton],
  },
  {
    key: 'idling',
    severity: 'information',
    eventCodes: [EVENT.excessiveIdling],
    minDurationS: 15 * 60,
  },
  {
    key: 'power_lost',
    severity: 'critical',
    eventCodes: [EVENT.powerDisconnected, EVENT.lowBattery, EVENT.tampering],
  },
  { key: 'towing', severity: 'critical', eventCodes: [EVENT.towing] },
  { key: 'fuel_theft', severity: 'critical', eventCodes: [EVENT.fuelTheft] },
  {
    key: 'driver_camera',
    severity: 'warning',
    eventCodes: [EVENT.driverFatigue, EVENT.phoneUse, EVENT.distraction, EVENT.noSeatBelt],
  },
];
