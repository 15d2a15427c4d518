import type { Database } from '../src/platform/db/index.ts';
import { FOREIGN, type Input } from './foreign.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

/** Plants a damage, a notice letter and an audit survey at the other customer, whose report is planted. */
export async function plantVehicleCheck({ pool }: Database, { away, vehicles }: TrackedFleet) {
  await pool.query(
    `with damage as (insert into vehicle_damages (id, customer_id, vehicle_id, depot_id, report_id,
         reported_at, reported_by, part, description, severity)
       values ($1, $2, $3, $4, $1, now(), 'Canary', 'front', 'Canary damage', 'minor')),
     letter as (insert into notice_letters (id, customer_id, vehicle_id, depot_id, sent_at, driver,
         subject, body, written_by)
       values ($1, $2, $3, $4, now(), 'Canary', 'Canary subject', 'Canary', 'Canary')),
     months as (insert into month_documents (id, customer_id, user_id, depot_id, month, kind, time_zone,
         report_count)
       overriding system value
       select $1, $2, (select min(id) from users where customer_id = $2), $4, '2026-06', 'DRV', 'UTC', 0),
     days as (insert into depot_check_days (customer_id, depot_id, day, checks)
       values ($2, $4, current_date, 1))
     insert into audit_surveys (id, customer_id, depot_id, vehicle_id, surveyed_at, auditor, items, score)
     values ($1, $2, $4, $3, now(), 'Canary', '[]', 50)`,
    [FOREIGN, away.customerId, vehicles.f1.vehicleId, away.depotId],
  );
}

/** Right questions about the vehicle check that aim at depots and records of another customer. */
export function foreignVehicleCheck({ away, vehicles }: TrackedFleet) {
  const { depotId, regionId } = away;
  const vehicle = vehicles.f1.vehicleId;
  const depot = { params: { id: depotId } };
  const params = { id: FOREIGN };
  return {
    'vehicleCheck.regionDepots': { params: { id: regionId } },
    'vehicleCheck.regionFigures': { params: { id: regionId } },
    'vehicleCheck.depotFigures': depot,
    'vehicleCheck.dayVehicles': { query: { depot: depotId } },
    'vehicleCheck.vehicleFigures': { params: { id: vehicle } },
    'vehicleCheck.reports': depot,
    'vehicleCheck.damages': depot,
    'vehicleCheck.gateChecks': depot,
    'vehicleCheck.damagedVehicles': depot,
    'vehicleCheck.noticeLetters': depot,
    'vehicleCheck.csv': { params: { ...depot.params, report: 'DRV' } },
    'vehicleCheck.monthReport': { ...depot, query: { month: '2026-06' } },
    'vehicleCheck.createMonthDocument': { body: { depot: depotId, month: '2026-06' } },
    'vehicleCheck.cancelMonthDocument': { params },
    'vehicleCheck.monthDocumentFile': { params },
    'vehicleCheck.details': { params },
    'vehicleCheck.gateCheckDetails': { params },
    'vehicleCheck.noticeLetter': { params },
    'vehicleCheck.createNoticeLetter': depot,
    'vehicleCheck.damageHistory': { params },
    'vehicleCheck.reportPdf': { query: { report: FOREIGN } },
    'vehicleCheck.unfixedDamages': { query: { vehicle } },
    'vehicleCheck.fixDamage': { params, body: { fixed_at: null } },
    'vehicleCheck.surveys': { query: { depot: depotId } },
    'vehicleCheck.exportSurveys': { query: { region: regionId } },
    'vehicleCheck.removeSurveys': { body: { ids: [FOREIGN] } },
    'vehicleCheck.createSurvey': {
      body: {
        depot: depotId,
        vehicle,
        date: '2026-06-01T06:30:00Z',
        items: [{ question: 'Planted', answer: '', ok: true, comment: null }],
      },
    },
    'vehicleCheck.survey': { params },
  } as const satisfies Readonly<Record<string, Input>>;
}
