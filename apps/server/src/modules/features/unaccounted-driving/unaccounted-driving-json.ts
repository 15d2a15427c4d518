import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { toDecided } from '../../../platform/decisions.ts';
import type { MonthRow } from './months/unaccounted-driving-months.repository.ts';
import type { GapRow } from './unaccounted-driving.repository.ts';

type Calls = typeof contract.unaccountedDriving;

/** A driver as the API names one; null without. */
export const driverName = (id: number | null, first: string | null, surname: string | null) =>
  id === null ? null : { id, first_name: first ?? '', surname: surname ?? '' };

export function toGap(row: GapRow): AnswerOf<Calls['read']> {
  return {
    id: row.id,
    kind: row.kind,
    vehicle: { id: row.vehicle_id, registration: row.registration },
    driver: driverName(row.driver_id, row.first_name, row.surname),
    card_driver: driverName(row.card_driver_id, row.card_first_name, row.card_surname),
    card_number: row.card_number,
    start: toApiDateTime(row.start_ms),
    end: toApiDateTime(row.end_ms),
    driven: row.driven_s,
    distance: row.distance_m,
    needs_unit: row.needs_unit,
    needs_card: row.needs_card,
    unit_due_on: row.unit_due_on,
    card_due_on: row.card_due_on,
    is_odometer: row.is_odometer,
    clip: row.clip,
    state: row.state,
    customer: row.customer_id,
    ...toDecided(row),
  };
}

export function toMonth(row: MonthRow): AnswerOf<Calls['months']>['results'][number] {
  const { driver_id, first_name, registration, surname, vehicle_id, ...sums } = row;
  return {
    ...sums,
    vehicle: vehicle_id === null ? null : { id: vehicle_id, registration: registration ?? '' },
    driver: driverName(driver_id, first_name, surname),
  };
}
