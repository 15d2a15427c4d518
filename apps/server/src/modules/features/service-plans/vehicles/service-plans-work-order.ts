import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { calculateVehicles } from '../calculation/service-plans-calculation.service.ts';
import { serviceDone } from './service-plans-done.ts';

/**
 * Fulfils the open schedule that a completed work order comes from, if it is a service of the vehicle's
 * plan. Other schedules need their document.
 *
 * @param atMs ms since 1970 UTC
 */
export async function fulfilFromWorkOrder(
  trx: Transaction,
  viewer: Viewer,
  scheduleId: number,
  atMs: number,
): Promise<void> {
  const { rows } = await sql<{ vehicleId: number; typeId: number }>`
    select s.vehicle_id as "vehicleId", s.schedule_type_id as "typeId" from scheduled_activities s
    join vehicle_service_plans a on a.vehicle_id = s.vehicle_id
    join service_plan_items i on i.plan_id = a.plan_id and i.schedule_type_id = s.schedule_type_id
    where s.id = ${scheduleId} and s.fulfilled_at is null`.execute(trx);
  const [service] = rows;
  if (service === undefined) return;
  await serviceDone(trx, viewer, { ...service, atMs, ifLater: 'skip' });
  await calculateVehicles(trx, [service.vehicleId], atMs);
}
