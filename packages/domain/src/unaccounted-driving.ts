/**
 * Kinds of driving that tachograph and tracker do not agree about:
 * `without_card`: the vehicle unit recorded driving without a card in the driver slot;
 * `other_card`: the card in use is not that of the driver of the trip;
 * `not_recorded`: the tracker recorded driving, the vehicle unit did not;
 * `missing_download`: the tracker recorded driving that no stored file covers yet;
 * `tracker_gap`: a unit or card recorded driving, or the odometer advanced, and the tracker recorded nothing.
 */
export const UNACCOUNTED_KINDS = [
  'without_card',
  'other_card',
  'not_recorded',
  'missing_download',
  'tracker_gap',
] as const;
export type UnaccountedKind = (typeof UNACCOUNTED_KINDS)[number];

/** Kinds for a list: `known` are all that stored files prove, which leaves out missing downloads. */
export const UNACCOUNTED_FILTERS = ['known', ...UNACCOUNTED_KINDS] as const;
export type UnaccountedFilter = (typeof UNACCOUNTED_FILTERS)[number];

/** What a manager has decided about a gap. */
export const UNACCOUNTED_STATES = ['new', 'explained', 'follow_up'] as const;
export type UnaccountedState = (typeof UNACCOUNTED_STATES)[number];
