import type { TyreRow } from './tyres-register.repository.ts';

/** A tyre as the audit log stores it. */
export const describedTyre = (row: TyreRow) => ({
  customerId: row.customer_id,
  subject: { kind: 'tyre' as const, id: String(row.id), name: row.serial },
  facts: {
    serial: row.serial,
    make: row.make,
    model: row.model,
    size: row.size,
    load_index: row.load_index,
    speed_rating: row.speed_rating,
    dot_week: row.dot_week,
    is_retread: row.is_retread,
    retread_number: row.retread_number,
    retreaded_on: row.retreaded_on,
    new_tread_mm: row.new_tread_mm,
    cost: row.cost,
    bought_on: row.bought_on,
    note: row.note,
    status: row.status,
    depot: row.depot_name,
    retreader: row.retreader,
    scrap_reason: row.scrap_reason,
  },
});
