import type { Transaction } from '../../../../platform/db/index.ts';
import { CATEGORIES, type GeofencePlan } from './demo-geofences-catalogue.ts';

async function insertCategories(
  trx: Transaction,
  customerId: number,
): Promise<Map<string, number>> {
  const rows = await trx
    .insertInto('geofence_categories')
    .values(
      Object.entries(CATEGORIES).map(([name, colour]) => ({
        customer_id: customerId,
        name,
        colour,
      })),
    )
    .returning(['id', 'name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function insertGroups(
  trx: Transaction,
  customerId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await trx
    .insertInto('geofence_groups')
    .values(names.map((name) => ({ customer_id: customerId, name })))
    .returning(['id', 'name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** Inserts the geofences of a demo customer, with their groups and categories. */
export async function insertGeofences(
  trx: Transaction,
  customerId: number,
  plans: readonly GeofencePlan[],
): Promise<void> {
  const categories = await insertCategories(trx, customerId);
  const names = new Set(plans.flatMap(({ groups: wanted }) => wanted));
  const groups = await insertGroups(trx, customerId, [...names]);
  const made = await trx
    .insertInto('geofences')
    .values(
      plans.map((plan) => ({
        customer_id: customerId,
        name: plan.name,
        category_id: categories.get(plan.category) ?? null,
        colour: CATEGORIES[plan.category] ?? '#000000',
        shape: plan.shape.shape,
        points: JSON.stringify(plan.shape.points),
        holes: JSON.stringify(plan.shape.holes),
        centre_latitude: plan.shape.centre?.[0] ?? null,
        centre_longitude: plan.shape.centre?.[1] ?? null,
        radius_m: plan.shape.radiusM,
        alert_on_entry: plan.alertOnEntry ?? false,
        alert_on_exit: plan.alertOnExit ?? false,
        alert_dwell_min: plan.dwellMin ?? null,
        speed_limit_kmh: plan.speedLimitKmh ?? null,
      })),
    )
    .returning(['id', 'name'])
    .execute();
  const ids = new Map(made.map(({ id, name }) => [name, id]));
  const members = plans.flatMap(({ name, groups: wanted }) =>
    wanted.map((group) => ({
      customer_id: customerId,
      geofence_id: ids.get(name) ?? 0,
      group_id: groups.get(group) ?? 0,
    })),
  );
  await trx.insertInto('geofence_group_members').values(members).execute();
}
