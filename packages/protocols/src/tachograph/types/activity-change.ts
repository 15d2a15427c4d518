import { type Layout, u16 } from './layout.ts';

const ACTIVITIES = ['rest', 'available', 'work', 'drive'] as const;
export type Activity = (typeof ACTIVITIES)[number];

/**
 * `ActivityChangeInfo` (appendix 1, 2.1): 'scpaattttttttttt'B. In a vehicle unit `crew` means that
 * two drivers are present. On a card without insertion (`cardInserted` false) `crew` means that the
 * activity was entered by hand, otherwise that it is unknown.
 */
export interface ActivityChange {
  readonly slot: 'driver' | 'co_driver';
  readonly crew: boolean;
  readonly cardInserted: boolean;
  readonly activity: Activity;
  /** Minutes since 00:00 UTC of the day. */
  readonly minute: number;
}

export const activityChange: Layout<ActivityChange> = {
  bytes: 2,
  read: (from, at) => {
    const bits = u16.read(from, at);
    return {
      slot: bits & 0x8000 ? 'co_driver' : 'driver',
      crew: (bits & 0x4000) !== 0,
      cardInserted: (bits & 0x2000) === 0,
      activity: ACTIVITIES[(bits >> 11) & 3] as Activity,
      minute: bits & 0x7ff,
    };
  },
  write: ({ slot, crew, cardInserted, activity, minute }, into, at) =>
    u16.write(
      (slot === 'co_driver' ? 0x8000 : 0) |
        (crew ? 0x4000 : 0) |
        (cardInserted ? 0 : 0x2000) |
        (ACTIVITIES.indexOf(activity) << 11) |
        minute,
      into,
      at,
    ),
};
