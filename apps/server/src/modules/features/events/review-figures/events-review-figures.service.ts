import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  EVENT_TYPES,
  eventType,
  SERIOUS_SEVERITIES,
  severityOf,
  toApiDate,
} from '@roadworthy/domain';
import { addDays, momentRange } from '@roadworthy/domain/time';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { countEvents } from '../events.repository.ts';
import { openReviews, ratesByType, ratesByVehicle } from './events-review-figures.repository.ts';

type Figures = AnswerOf<typeof contract.events.reviewFigures>;

/** Serious events of this many days, today included, should be reviewed. */
const TO_REVIEW_DAYS = 7;
/** The longest range of the list of events, to which the figures lead. */
const LIST_DAYS = 31;
const RATE_DAYS = 90;
/** Reviewed events that occurred earlier are not counted. */
const REVIEWED_DAYS = 365;
const COUNT_LIMIT = 1000;
const VEHICLE_LIMIT = 100;

const SERIOUS_CODES = EVENT_TYPES.map(({ eventCode }) => eventCode).filter((code) =>
  SERIOUS_SEVERITIES.includes(severityOf(code)),
);

/** The days up to today in the person's time zone, and the moments in which they begin and end. */
function lastDays(viewer: Viewer, days: number, nowMs: number) {
  const timeZone = viewer.timeZone ?? 'UTC';
  const first = toApiDate(addDays(nowMs, 1 - days, timeZone), timeZone);
  const today = toApiDate(nowMs, timeZone);
  return {
    ...momentRange({ start: first, end: today }, timeZone),
    shown: { start_date: first, end_date: today },
  };
}

/** Figures of the review of events: what waits, and how often an alarm was false. */
export class ReviewFiguresService {
  constructor(private readonly db: Database) {}

  /**
   * The serious events of the last days that nobody has reviewed.
   *
   * @param nowMs decides which day is today in the person's time zone
   */
  toReview(viewer: Viewer, nowMs = Date.now()): Promise<Figures['to_review']> {
    const { start, end, shown } = lastDays(viewer, TO_REVIEW_DAYS, nowMs);
    const filter = { start, end, codes: SERIOUS_CODES, states: ['new'], search: '' } as const;
    return this.db.asViewer(viewer, async (trx) => ({
      count: await countEvents(trx, viewer, filter, COUNT_LIMIT),
      ...shown,
    }));
  }

  /** All figures and the rates of false alarms; `nowMs` as in `toReview`. */
  async read(viewer: Viewer, nowMs = Date.now()): Promise<Figures> {
    const toReview = await this.toReview(viewer, nowMs);
    const listed = lastDays(viewer, LIST_DAYS, nowMs);
    const rated = lastDays(viewer, RATE_DAYS, nowMs);
    const reviewed = lastDays(viewer, REVIEWED_DAYS, nowMs);
    const changed = lastDays(viewer, TO_REVIEW_DAYS, nowMs);
    return this.db.asViewer(viewer, async (trx) => {
      const open = await openReviews(trx, viewer, {
        today: listed.shown.end_date,
        since: listed.start,
        changedSince: changed.start,
        reviewedSince: reviewed.start,
      });
      const types = await ratesByType(trx, viewer, rated.start);
      const vehicles = await ratesByVehicle(trx, viewer, rated.start, VEHICLE_LIMIT);
      return {
        to_review: toReview,
        overdue: { count: open.overdue, ...listed.shown },
        mine: { count: open.mine, ...listed.shown },
        reviewed: open.reviewed,
        reviewed_in: { ...reviewed.shown, since: changed.shown.start_date },
        rated_in: rated.shown,
        false_alarms: {
          by_type: types.map(({ event_code: eventCode, ...counts }) => ({
            name: eventType(eventCode)?.name ?? `Event ${eventCode}`,
            eventCode,
            ...counts,
          })),
          by_vehicle: vehicles.map(({ vehicle_id: id, registration, ...counts }) => ({
            vehicle: { id, registration },
            ...counts,
          })),
        },
      };
    });
  }
}
