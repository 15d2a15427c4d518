import type { Answer, TestApi } from './api.ts';
import { limitToDepot, makeUser } from './people.ts';
import { type SentRecord, sendRecord } from './record-forms.ts';
import { trackedFleet } from './tracked-fleet.ts';

/** The tracked fleet with people who have the vehicle check: one of each right. */
export async function checkFleet({ services: { db } }: TestApi) {
  const fleet = await trackedFleet(db);
  const person = (name: string, changed: Parameters<typeof makeUser>[3] = {}) =>
    makeUser(db, fleet.home.customerId, `${name}@check.test`, changed, ['Vehicle Check']);
  const people = {
    keeper: await person('keeper'),
    reader: await person('reader', { role: 'READONLY' }),
    northKeeper: await person('northkeeper'),
    stranger: await makeUser(db, fleet.away.customerId, 'away@check.test', { role: 'ADMIN' }, [
      'Vehicle Check',
    ]),
  };
  await limitToDepot(db, people.northKeeper, fleet.north);
  return { ...fleet, ...people };
}

export type CheckFleet = Awaited<ReturnType<typeof checkFleet>>;

const OK = { section: 'Outside', name: 'Number plate', result: 'ok' };

/** Sends a report of a depot; a standard check of N1 at North where nothing else is said. */
export function sendReport(
  api: TestApi,
  fleet: CheckFleet,
  changed: object = {},
  {
    as = fleet.keeper,
    depot = fleet.north,
    ...sent
  }: Partial<SentRecord> & { as?: number; depot?: number } = {},
): Promise<Answer> {
  return sendRecord(api, as, {
    path: `/vehicle-check/api/depot_report/${depot}/`,
    fields: {
      type: 'STD',
      vehicle: fleet.vehicles.n1.vehicleId,
      driver: fleet.ann,
      done_at: '2026-06-01T06:35:00Z',
      started_at: '2026-06-01T06:30:00Z',
      odometer: 123_456_000,
      items: [OK],
      ...changed,
    },
    ...sent,
  });
}
