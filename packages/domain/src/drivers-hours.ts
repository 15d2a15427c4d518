/**
 * What a driver does, as the tachograph records it (Regulation (EU) 165/2014, article 34): driving,
 * other work, availability, and break or rest. `unknown` is time without a card and without a manual
 * entry; the vehicle unit counts it as break or rest (Regulation (EU) 2016/799, Annex I C, addendum).
 */
export const ACTIVITY_KINDS = ['driving', 'work', 'availability', 'rest', 'unknown'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Activities that are stored and that a person can enter. */
export const ENTERED_ACTIVITY_KINDS = ['driving', 'work', 'availability', 'rest'] as const;
export type EnteredActivityKind = (typeof ENTERED_ACTIVITY_KINDS)[number];

/** Where an activity comes from: a driver card, a person, or a trip that a tracker recorded. */
export const ACTIVITY_SOURCES = ['card', 'manual', 'trip'] as const;
export type ActivitySource = (typeof ACTIVITY_SOURCES)[number];

/** The rules under which a driver works. */
export const HOURS_REGIMES = ['eu', 'gb_domestic'] as const;
export type HoursRegime = (typeof HOURS_REGIMES)[number];

/**
 * Degrees of seriousness: minor, serious, very serious and most serious infringement (Directive
 * 2006/22/EC, Annex III, as replaced by Regulation (EU) 2016/403).
 */
export const INFRINGEMENT_SEVERITIES = ['MI', 'SI', 'VSI', 'MSI'] as const;
export type InfringementSeverity = (typeof INFRINGEMENT_SEVERITIES)[number];

/** Rules whose breach is an infringement. */
export const HOURS_RULES = [
  'daily_driving',
  'weekly_driving',
  'fortnightly_driving',
  'break',
  'daily_rest',
  'weekly_rest_late',
  'weekly_rest_short',
  'weekly_rest_reduced_again',
  'weekly_rest_compensation',
  'working_time_week',
  'working_time_average',
  'working_time_break',
  'night_work',
  'gb_daily_driving',
  'gb_daily_duty',
] as const;
export type HoursRule = (typeof HOURS_RULES)[number];

/** States of an infringement: new, discussed with the driver, or set aside with a reason. */
export const INFRINGEMENT_STATES = ['new', 'debriefed', 'dismissed'] as const;
export type InfringementState = (typeof INFRINGEMENT_STATES)[number];

/** How a daily rest was taken; `open` while it can still be taken. */
export const DAILY_REST_KINDS = [
  'regular',
  'split',
  'reduced',
  'crew',
  'weekly',
  'short',
  'open',
] as const;
export type DailyRestKind = (typeof DAILY_REST_KINDS)[number];

export const WEEKLY_REST_KINDS = ['regular', 'reduced', 'short'] as const;
export type WeeklyRestKind = (typeof WEEKLY_REST_KINDS)[number];
