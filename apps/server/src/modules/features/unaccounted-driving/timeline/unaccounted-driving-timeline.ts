import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { common, type Span } from '../../../../engines/unaccounted-driving/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { wrongField } from '../../../../platform/errors.ts';
import { visibleDriver, visibleVehicle } from '../../../core/fleet/index.ts';
import { coveredByCards } from '../analysis/unaccounted-driving-records.repository.ts';
import { gapPage } from '../unaccounted-driving.repository.ts';
import { driverName, toGap } from '../unaccounted-driving-json.ts';
import {
  activityRows,
  type TimelineSubject,
  tripRowsOf,
  unitCovered,
  unitDrives,
} from './unaccounted-driving-timeline.repository.ts';

type Calls = typeof contract.unaccountedDriving;
type Timeline = AnswerOf<Calls['timeline']>;

const DAY_MS = 86_400_000;
/** More than a day can have. */
const ALL = { limit: 400, offset: 0, orderBy: 'start', descending: false, search: '' } as const;

const stretch = ({ endMs, startMs }: Span) => ({
  start: toApiDateTime(startMs),
  end: toApiDateTime(endMs),
});

async function subjectOf(trx: Transaction, viewer: Viewer, query: QueryOf<Calls['timeline']>) {
  const { driver, vehicle } = query;
  if (vehicle !== undefined) {
    const { id, registration } = await visibleVehicle(trx, viewer, vehicle);
    return { vehicle: { id, registration }, driver: null };
  }
  if (driver === undefined) throw wrongField('vehicle', 'unaccounted_driving.subject_missing');
  return { vehicle: null, driver: await visibleDriver(trx, viewer, driver) };
}

/**
 * What tracker, vehicle unit and cards say of a vehicle or a driver on a day in UTC.
 *
 * @throws HttpError 400 without a vehicle or driver, 404 for one that is not visible
 */
export async function timelineOf(
  trx: Transaction,
  viewer: Viewer,
  query: QueryOf<Calls['timeline']>,
): Promise<Timeline> {
  const names = await subjectOf(trx, viewer, query);
  const { driver, vehicle } = names;
  const startMs = Date.parse(query.date);
  const day: Span = { startMs, endMs: startMs + DAY_MS };
  const subject: TimelineSubject =
    vehicle === null ? { driverId: driver?.id ?? 0 } : { vehicleId: vehicle.id };
  const trips = await tripRowsOf(trx, viewer, subject, day);
  const units = await unitDrives(trx, viewer, subject, query.date);
  const activities = await activityRows(trx, subject, day);
  const covered =
    'vehicleId' in subject
      ? await unitCovered(trx, subject.vehicleId, query.date)
      : await coveredByCards(trx, [subject.driverId], day);
  const gaps = await gapPage(
    trx,
    viewer,
    { vehicle: vehicle?.id, driver: driver?.id, from: dayBefore(query.date), to: query.date },
    ALL,
  );
  const inDay = <T extends Span>(row: T) => {
    const part = common(row, day);
    return part === null ? [] : [{ ...row, ...part }];
  };
  return {
    ...names,
    date: query.date,
    tracker: trips.flatMap(
      ({ driver_id, first_name, registration, segments, surname, vehicle_id }) =>
        segments
          .filter(([kind]) => kind === 'd')
          .flatMap(([, from, to, metres]) => {
            const [part] = inDay({ startMs: from, endMs: to });
            if (part === undefined) return [];
            const share = (part.endMs - part.startMs) / (to - from);
            return {
              ...stretch(part),
              distance: Math.round(metres * share),
              driver: driverName(driver_id, first_name, surname),
              vehicle: { id: vehicle_id, registration },
            };
          }),
    ),
    unit: units.flatMap(
      ({ card_number, driver_id, first_name, registration, surname, vehicle_id, ...one }) =>
        inDay(one).map((part) => ({
          ...stretch(part),
          card_number,
          driver: driverName(driver_id, first_name, surname),
          vehicle: { id: vehicle_id, registration },
        })),
    ),
    card: activities.flatMap(({ driver_id: id, first_name, kind, surname, ...one }) =>
      inDay(one).map((part) => ({ ...stretch(part), kind, driver: { id, first_name, surname } })),
    ),
    covered: covered.flatMap((one) => inDay(one).map(stretch)),
    gaps: gaps.rows.filter(({ end_ms }) => end_ms > startMs).map(toGap),
  };
}

const dayBefore = (date: string) => new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10);
