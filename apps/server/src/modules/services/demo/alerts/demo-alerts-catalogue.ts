import { type AlertTemplateKey, EVENT } from '@roadworthy/domain';

interface RulePlan {
  readonly name: string;
  readonly is_active: boolean;
  readonly severity: 'information' | 'warning' | 'critical';
  readonly event_codes: readonly number[];
  /** Names of depots; an empty list means all vehicles. */
  readonly depots: readonly string[];
  readonly emails: readonly string[];
  /** 1 is Monday. */
  readonly weekdays: readonly number[];
  readonly from_minute: number;
  readonly until_minute: number;
  readonly template?: AlertTemplateKey;
  readonly min_speed_kmh?: number;
  readonly min_duration_s?: number;
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const ALWAYS = { weekdays: EVERY_DAY, from_minute: 0, until_minute: 1440 };

/**
 * Alert rules of the demo fleet: each severity, by depot and weekday, with thresholds and hours, and a
 * paused one.
 */
export const ALERT_RULES: readonly RulePlan[] = [
  {
    name: 'Harsh braking in the North',
    is_active: true,
    severity: 'warning',
    event_codes: [EVENT.harshBraking],
    depots: ['Leeds', 'Manchester'],
    emails: [],
    ...ALWAYS,
  },
  {
    name: 'Collision or roll-over',
    is_active: true,
    severity: 'critical',
    event_codes: [EVENT.collision, EVENT.rollOver, EVENT.shock],
    depots: [],
    emails: ['manager@demo.test'],
    ...ALWAYS,
  },
  {
    name: 'Bristol vehicles at the weekend',
    is_active: true,
    severity: 'information',
    event_codes: [EVENT.ignitionOn],
    depots: ['Bristol'],
    emails: [],
    ...ALWAYS,
    weekdays: [6, 7],
  },
  {
    name: 'Speeding',
    is_active: true,
    severity: 'warning',
    template: 'speeding',
    event_codes: [EVENT.overSpeed],
    min_speed_kmh: 120,
    depots: [],
    emails: [],
    ...ALWAYS,
  },
  {
    name: 'Movement out of hours',
    is_active: true,
    severity: 'warning',
    template: 'out_of_hours',
    event_codes: [EVENT.ignitionOn, EVENT.towing],
    depots: [],
    emails: [],
    ...ALWAYS,
    from_minute: 22 * 60,
    until_minute: 4 * 60,
  },
  {
    name: 'Tracker offline for a day',
    is_active: true,
    severity: 'warning',
    template: 'tracker_offline',
    event_codes: [EVENT.deviceOffline],
    min_duration_s: 24 * 3600,
    depots: [],
    emails: [],
    ...ALWAYS,
  },
  {
    name: 'Excessive idling',
    is_active: false,
    severity: 'information',
    template: 'idling',
    event_codes: [EVENT.excessiveIdling],
    min_duration_s: 15 * 60,
    depots: [],
    emails: [],
    ...ALWAYS,
  },
];
