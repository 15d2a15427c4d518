import { EVENT } from '@roadworthy/domain';

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
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const ALWAYS = { weekdays: EVERY_DAY, from_minute: 0, until_minute: 1440 };

/**
 * Alert rules of the demo fleet: one of each severity, one by depot and weekday, and a paused one.
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
    name: 'Excessive idling',
    is_active: false,
    severity: 'information',
    event_codes: [EVENT.excessiveIdling],
    depots: [],
    emails: [],
    ...ALWAYS,
  },
];
