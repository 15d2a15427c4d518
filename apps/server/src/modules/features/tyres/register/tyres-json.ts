import type { AnswerOf, contract } from '@roadworthy/contract';
import type { TyreFinding } from '../../../../engines/tyres/index.ts';
import type { TyreEventRow } from './tyres-events.repository.ts';
import type { TyreRow } from './tyres-register.repository.ts';

type Row = AnswerOf<(typeof contract.tyres)['list']>['results'][number];
type Tyre = AnswerOf<(typeof contract.tyres)['read']>;

const named = (id: number | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' };
const vehicleOf = (id: number | null, registration: string | null) =>
  id === null ? null : { id, registration: registration ?? '' };

/** A tyre as lists answer it. */
export function tyreJson({
  customer_id,
  depot_id,
  depot_name,
  fitted_at,
  registration,
  tread_at,
  vehicle_id,
  ...row
}: TyreRow): Row {
  return {
    ...row,
    depot: named(depot_id, depot_name),
    vehicle: vehicleOf(vehicle_id, registration),
    fitted_at: fitted_at?.toISOString() ?? null,
    tread_at: tread_at?.toISOString() ?? null,
    customer: customer_id,
  };
}

/** A finding as calls answer it. */
export const findingJson = ({ isCertain, limitMm, on, rule }: TyreFinding) => ({
  rule,
  on,
  is_certain: isCertain,
  limit_mm: limitMm,
});

/** A step in the history of a tyre as calls answer it. */
export const eventJson = ({
  depot_id,
  depot_name,
  happened_at,
  registration,
  undone_at,
  undone_by,
  undone_reason,
  vehicle_id,
  ...row
}: TyreEventRow): Tyre['history'][number] => ({
  ...row,
  at: happened_at.toISOString(),
  vehicle: vehicleOf(vehicle_id, registration),
  depot: named(depot_id, depot_name),
  undone:
    undone_at === null
      ? null
      : { at: undone_at.toISOString(), by: undone_by ?? '', reason: undone_reason ?? '' },
});
