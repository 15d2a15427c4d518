import { contract } from '@roadworthy/contract';
import { type AvlInput, encodeTeltonikaLogin, encodeTeltonikaPacket } from '@roadworthy/protocols';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { TestDevice } from '../../../../test/device.ts';
import { makeVehicle } from '../../../../test/fleet.ts';
import { makeUser } from '../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { type Gateway, startGateway } from '../../../gateway/index.ts';
import { createFiles } from '../../../platform/files/index.ts';
import {
  type FindFaults,
  InstallationWarnings,
  installationFaults,
} from '../../../platform/installation-warnings.ts';

const HOUR_MS = 3_600_000;
const realNow = Date.now.bind(Date);

let api: TestApi;
let fleet: TrackedFleet;
let gateway: Gateway;
let administrator: number;
let globalAdministrator: number;

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { customerId } = fleet.home;
  const modules = ['Vehicle Check'];
  administrator = await makeUser(db, customerId, 'ad@min.test', { role: 'ADMIN' }, modules);
  globalAdministrator = await makeUser(db, null, 'g@min.test', { is_global_admin: true }, modules);
  gateway = await startGateway(api.services);
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});
beforeEach(() => api.services.db.pool.query('delete from installation_warnings'));

async function warnings(as = administrator) {
  const { body } = await api.ask('/api/alerts/', { as });
  return contract.alerts.list.answer.parse(body).warnings;
}
const codes = async (as?: number) => (await warnings(as)).map(({ code }) => code);

function watch(findFaults: FindFaults): InstallationWarnings {
  const { db, log } = api.services;
  return new InstallationWarnings({ pool: db.pool, log, findFaults });
}

/** A device sends one record, to a server whose clock is wrong by `shiftMs`. */
async function sendOne(timeMs: number, shiftMs: number): Promise<void> {
  const { number } = await makeVehicle(api.services.db, fleet.home);
  const device = await TestDevice.connect(gateway.addresses.teltonika);
  device.send(encodeTeltonikaLogin(number));
  await device.answer(1);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + shiftMs);
  const record: AvlInput = { timeMs, latitudeDeg: 52.1, longitudeDeg: -1.2, satellites: 8 };
  device.send(encodeTeltonikaPacket([record]));
  await device.answer(4);
  clock.mockRestore();
  device.end();
}

describe('warnings of the installation', () => {
  it('[E-P03] list a wrong server clock while it is wrong, to administrators only', async () => {
    const watched = watch(() =>
      installationFaults(api.services.files.space, gateway, api.services.mapArchives),
    );
    await watched.check();
    expect(await warnings()).toEqual([]);
    for (const _device of [1, 2, 3]) await sendOne(realNow(), -2 * HOUR_MS);
    await watched.check();
    const [found] = await warnings();
    expect(found).toMatchObject({ code: 'clock_behind', severity: 'critical' });
    await watched.check();
    expect(await warnings(globalAdministrator)).toEqual([found]);
    expect(await warnings(fleet.people.manager)).toEqual([]);
    for (const _device of [1, 2, 3, 4]) await sendOne(realNow(), 0);
    await watched.check();
    expect(await warnings()).toEqual([]);
    await watched.close();
  });

  it('[E-P03] list a nearly full disk until there is space', async () => {
    let free = 90;
    const config = { ...api.services.config, filesReserveBytes: 100 };
    const { space } = createFiles(config, async () => free);
    const watched = watch(() => installationFaults(space, null, api.services.mapArchives));
    await watched.check();
    expect(await codes()).toEqual(['disk_nearly_full']);
    free = 100;
    await watched.check();
    expect(await codes()).toEqual([]);
    await watched.close();
  });

  it('last until no process reports them, or the last one is silent for two minutes', async () => {
    const faults = { one: ['clock_differs'], other: ['clock_differs'] } as {
      one: 'clock_differs'[];
      other: 'clock_differs'[];
    };
    const one = watch(async () => faults.one);
    const other = watch(async () => faults.other);
    await one.check();
    await other.check();
    expect(await codes()).toEqual(['clock_differs']);
    faults.one = [];
    await one.check();
    expect(await codes()).toEqual(['clock_differs']);
    await other.close();
    expect(await codes()).toEqual([]);
    const crashed = watch(async () => ['clock_differs']);
    await crashed.check();
    await api.services.db.pool.query(
      `update installation_warnings set seen_at = now() - interval '121 seconds'`,
    );
    expect(await codes()).toEqual([]);
    await one.check();
    const { rows } = await api.services.db.pool.query('select from installation_warnings');
    expect(rows).toEqual([]);
    await Promise.all([one.close(), crashed.close()]);
  });
});
