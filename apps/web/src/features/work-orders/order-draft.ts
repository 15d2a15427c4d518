import type { WORK_ORDER_PLACES } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { api } from '../../api/client.ts';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import type { ChosenVehicle } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { fromLocal, toLocal } from './local-moment.ts';
import type { Order, OrderRow } from './use-orders.ts';

/** The values of the form of an order. */
export interface OrderDraft {
  readonly vehicle: ChosenVehicle | null;
  readonly title: string;
  readonly description: string;
  readonly place: (typeof WORK_ORDER_PLACES)[number];
  readonly bay: string | null;
  /** YYYY-MM-DDTHH:mm in the zone of the screen; empty for none. */
  readonly planned_at: string;
  readonly planned_minutes: string;
  /** Names, separated by commas. */
  readonly technicians: string;
  readonly repairer: number | null;
  /** YYYY-MM-DD; empty for none. */
  readonly due_on: string;
}

/** What an order comes from. */
export interface OrderSource {
  readonly defects?: readonly number[];
  readonly inspection?: number;
  readonly schedule?: number;
  readonly fault?: number;
}

/** The draft of an order as lists show it. */
export const plannedDraft = (one: OrderRow, timeZone: string | null): OrderDraft => ({
  vehicle: one.vehicle,
  title: one.title,
  description: '',
  place: one.place,
  bay: one.bay,
  planned_at: toLocal(one.planned_at, timeZone),
  planned_minutes: one.planned_minutes === null ? '' : String(one.planned_minutes),
  technicians: one.technicians.join(', '),
  repairer: null,
  due_on: one.due_on ?? '',
});

const EMPTY: OrderDraft = {
  vehicle: null,
  title: '',
  description: '',
  place: 'internal',
  bay: null,
  planned_at: '',
  planned_minutes: '',
  technicians: '',
  repairer: null,
  due_on: '',
};

export const orderDraft = (one: Order | null, timeZone: string | null): OrderDraft =>
  one === null
    ? EMPTY
    : {
        ...plannedDraft({ ...one, depot: null }, timeZone),
        description: one.description,
        repairer: one.repairer_id,
      };

/** Client-side validation errors. */
export const checkOrder = (draft: OrderDraft, t: TFunction): Faults =>
  missing(draft, ['vehicle', 'title'], t);

/** Bay, time and technicians as the call takes them. */
export function planOf(draft: OrderDraft, timeZone: string | null) {
  const names = draft.technicians
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return {
    bay: draft.bay,
    planned_at: fromLocal(draft.planned_at, timeZone),
    planned_minutes: draft.planned_minutes === '' ? null : Number(draft.planned_minutes),
    technicians: names,
  };
}

const UNPLANNED = { bay: null, planned_at: null, planned_minutes: null, technicians: [] };

function bodyOf(draft: OrderDraft, timeZone: string | null) {
  const isInternal = draft.place === 'internal';
  return {
    title: draft.title,
    description: draft.description,
    place: draft.place,
    ...(isInternal ? planOf(draft, timeZone) : UNPLANNED),
    repairer: isInternal ? null : draft.repairer,
    due_on: draft.due_on === '' ? null : draft.due_on,
  };
}

/**
 * Creates an order, or changes one.
 *
 * @throws ApiError with the errors by field
 */
export function saveOrder(
  draft: OrderDraft,
  one: Order | null,
  timeZone: string | null,
  {
    defects = [],
    inspection = null,
    schedule = null,
    fault = null,
  }: {
    readonly defects?: readonly number[];
    readonly inspection?: number | null;
    readonly schedule?: number | null;
    readonly fault?: number | null;
  } = {},
): Promise<Order> {
  const body = bodyOf(draft, timeZone);
  if (one !== null) {
    const { id, version } = one;
    return api.workOrders.change({ params: { id }, body: { ...body, version } });
  }
  const source = { defects: [...defects], inspection, schedule, fault };
  return api.workOrders.create({ body: { ...body, ...source, vehicle: draft.vehicle?.id ?? 0 } });
}
