import type { CoachingCount, DismissalReason, EventSide } from '@roadworthy/domain';
import type { BarTarget } from '../../ui/chart/bar-links.tsx';
import { accessOf, destination } from '../../ui/destinations.ts';
import { ALL_TYPES, ALL_VEHICLES, DONE } from './events-selection.ts';

/** The events behind a figure. */
export interface EventsAsked {
  /** All visible vehicles without one. */
  readonly vehicle?: number | undefined;
  readonly driver?: number | undefined;
  readonly depot?: number | undefined;
  /** Days of the person, both included; or two moments, the end excluded, UTC. */
  readonly days?: { readonly from: string; readonly to: string };
  readonly moments?: { readonly start: string; readonly end: string };
  /** Types of events; all without. */
  readonly codes?: readonly number[];
  readonly side?: EventSide | undefined;
  readonly counted?: CoachingCount;
  /** Only events with a finished review. */
  readonly isDone?: boolean;
  readonly reason?: DismissalReason;
}

/** What the list of events requires. */
export const EVENTS_ACCESS = accessOf(destination('events'));

/** The list of events with the filters that give exactly these events. */
export function eventsTarget(asked: EventsAsked): BarTarget {
  const { codes, counted, days, depot, driver, isDone, moments, reason, side, vehicle } = asked;
  const search: Readonly<Record<string, string | undefined>> = {
    vehicleId: vehicle === undefined ? ALL_VEHICLES : String(vehicle),
    driverId: driver?.toString(),
    groupId: depot?.toString(),
    startDate: days?.from,
    endDate: days?.to,
    from: moments?.start,
    to: moments?.end,
    event: codes === undefined ? ALL_TYPES : codes.join(','),
    side,
    counted,
    state: isDone === true ? DONE : undefined,
    reason,
  };
  return {
    to: '/events/activity',
    search: Object.fromEntries(
      Object.entries(search).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
  };
}
