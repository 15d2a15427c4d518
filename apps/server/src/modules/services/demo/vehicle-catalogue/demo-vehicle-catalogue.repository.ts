import { sql } from 'kysely';
import type { CatalogueKind, Transaction } from '../../../../platform/db/index.ts';

/** List entries for the vehicles and drivers of the demo fleet. */
const LISTS: Readonly<Partial<Record<CatalogueKind, readonly string[]>>> = {
  livery: ['Company blue', 'Plain white', 'Curtain sides, red'],
  contract_type: ['Owned', 'Contract hire', 'Finance lease', 'Short-term rental'],
  lease_company: ['Midland Leasing', 'Pennine Contract Hire'],
  driver_category: ['B', 'C1', 'C', 'C+E'],
};
const REPAIRERS = ['Rugby Truck Centre', 'Swift Tyres and Brakes', 'Depot workshop'] as const;

/**
 * Inserts the lists of a demo customer: models of its vehicles, liveries, contracts, lease
 * companies, driver categories and repairers, some of them in use.
 */
export async function insertVehicleCatalogue(trx: Transaction, customerId: number): Promise<void> {
  await sql`select catalogue_of_vehicles(${customerId})`.execute(trx);
  const entries = Object.entries(LISTS).flatMap(([kind, names]) =>
    names.map((name) => ({ kind: kind as CatalogueKind, name })),
  );
  await trx
    .insertInto('catalogue_entries')
    .values(
      entries.map((entry) => ({
        ...entry,
        customer_id: customerId,
        manufacturer_id: null,
        vehicle_type: null,
      })),
    )
    .execute();
  await trx
    .insertInto('repairers')
    .values(REPAIRERS.map((name) => ({ customer_id: customerId, name, email: null, phone: null })))
    .execute();
  // Two of three vehicles are hired, alternating between the companies.
  await sql`update vehicles v set
      livery_category_id = (select id from catalogue_entries where customer_id = ${customerId}
        and kind = 'livery' order by id offset v.id % 3 limit 1),
      contract_type_id = (select id from catalogue_entries where customer_id = ${customerId}
        and kind = 'contract_type' order by id offset v.id % 3 limit 1),
      lease_company_id = case when v.id % 3 > 0 then (select id from catalogue_entries
        where customer_id = ${customerId} and kind = 'lease_company'
        order by id offset v.id % 2 limit 1) end,
      repairer_id = (select id from repairers where customer_id = ${customerId}
        order by id offset v.id % 3 limit 1)
    where v.customer_id = ${customerId}`.execute(trx);
}
