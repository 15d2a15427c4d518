import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { adasScore, behaviourScore } from '@roadworthy/domain';
import { daysOf } from '@roadworthy/domain/time';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { rangeOf } from '../../../platform/range.ts';
import { checkVisibleDepot } from '../../core/fleet/index.ts';
import {
  type BehaviourKind,
  type BehaviourRow,
  type BehaviourSubject,
  type BehaviourSums,
  behaviourRows,
} from './driver-behaviour.repository.ts';

type Query = QueryOf<typeof contract.driverBehaviour.abc>;
type Abc = AnswerOf<typeof contract.driverBehaviour.abc>;
type Mobileye = AnswerOf<typeof contract.driverBehaviour.mobileye>;
type Trend = Abc['trend'];

const abcScore = (sums: BehaviourSums<'abc'>) =>
  behaviourScore({
    distanceM: sums.distance_m,
    harshAcceleration: sums.harsh_acceleration,
    harshBraking: sums.harsh_braking,
    harshCornering: sums.harsh_cornering,
    speeding: sums.speeding,
    idleS: sums.idle_s,
  });

const mobileyeScore = (sums: BehaviourSums<'mobileye'>) =>
  adasScore({
    // Only distance driven with a device can be scored.
    distanceM: sums.device_distance_m,
    forwardCollision: sums.forward_collision,
    laneDepartureLeft: sums.lane_departure_left,
    laneDepartureRight: sums.lane_departure_right,
    headway: sums.headway,
    pedestrian: sums.pedestrian,
    speedLimit: sums.speed_limit,
  });

/** The events of all columns. */
function eventsOf<K extends BehaviourKind>({
  subject,
  day,
  distance_m,
  device_distance_m,
  idle_s,
  has_device,
  ...counts
}: BehaviourRow<K>): number {
  return Object.values<number>(counts).reduce((sum, count) => sum + count, 0);
}

/** The subject columns of a row; the other two are null. */
function named(by: Query['by'], { id, name, surname }: BehaviourSubject) {
  return {
    vehicle: by === 'vehicle' ? { id, registration: name } : null,
    driver: by === 'driver' ? { id, first_name: name, surname: surname ?? '' } : null,
    depot: by === 'depot' ? { id, name } : null,
  };
}

/**
 * The scores of each subject, best first and those without a score last, and the daily trend of
 * all.
 */
function standings<K extends BehaviourKind>(
  rows: readonly BehaviourRow<K>[],
  by: Query['by'],
  score: (sums: BehaviourSums<K>) => number | null,
) {
  const before = new Map(
    rows
      .filter(({ subject, day }) => subject !== null && day === 0)
      .map((row) => [row.subject?.id, score(row)]),
  );
  return rows
    .flatMap((row) => {
      const { subject, day, distance_m, device_distance_m, idle_s, ...counts } = row;
      if (subject === null || day !== null) return [];
      const line = {
        ...named(by, subject),
        ...counts,
        distance: Math.round(distance_m),
        idle_time: Math.round(idle_s),
        score: score(row),
        previous_score: before.get(subject.id) ?? null,
      };
      return [{ line, name: `${subject.surname ?? ''} ${subject.name}` }];
    })
    .sort(
      (a, b) => (b.line.score ?? -1) - (a.line.score ?? -1) || a.name.localeCompare(b.name, 'en'),
    )
    .map(({ line }) => line);
}

/** The score of all on each day; null if the distance is too short. */
function trendOf<K extends BehaviourKind>(
  rows: readonly BehaviourRow<K>[],
  dates: readonly string[],
  score: (sums: BehaviourSums<K>) => number | null,
): Trend {
  const byDay = new Map(
    rows.filter(({ subject }) => subject === null).map((row) => [row.day, row]),
  );
  return dates.map((date, n) => {
    const sums = byDay.get(n + 1);
    return {
      date,
      score: sums === undefined ? null : score(sums),
      events: sums === undefined ? 0 : eventsOf(sums),
    };
  });
}

/** Driver behaviour (area M; ). */
export class BehaviourService {
  constructor(private readonly db: Database) {}

  /**
   * Acceleration, braking, cornering, speeding and idling, of subjects with trips or
   * events.
   *
   * @throws HttpError 400 for a wrong range, 404 for an unknown depot
   */
  async abc(viewer: Viewer, query: Query): Promise<Abc> {
    const { rows, dates } = await this.#read(viewer, 'abc', query);
    const results = standings(rows, query.by, abcScore).map(({ has_device, ...row }) => row);
    return { count: results.length, results, trend: trendOf(rows, dates, abcScore) };
  }

  /**
   * Warnings of driver assistance cameras, of subjects with trips or warnings.
   *
   * @throws HttpError 400 for a wrong range, 404 for an unknown depot
   */
  async mobileye(viewer: Viewer, query: Query): Promise<Mobileye> {
    const { rows, dates } = await this.#read(viewer, 'mobileye', query);
    const scoreOf = (sums: BehaviourSums<'mobileye'>) =>
      sums.has_device ? mobileyeScore(sums) : null;
    const results = standings(rows, query.by, scoreOf);
    return { count: results.length, results, trend: trendOf(rows, dates, scoreOf) };
  }

  async #read<K extends BehaviourKind>(viewer: Viewer, kind: K, query: Query) {
    const { start, end, timeZone } = rangeOf(viewer, query);
    const { vehicle_group: depotId, by } = query;
    const days = daysOf({ startMs: start.getTime(), endMs: end.getTime() }, timeZone);
    // The trend compares with a period of the same length just before.
    const before = new Date(2 * start.getTime() - end.getTime());
    const edges = [before, ...days.map(({ startMs }) => new Date(startMs))];
    const rows = await this.db.asViewer(viewer, async (trx) => {
      if (depotId !== undefined) await checkVisibleDepot(trx, viewer, depotId);
      return behaviourRows(trx, viewer, kind, { by, depotId, edges, end });
    });
    return { rows, dates: days.map(({ date }) => date) };
  }
}
