import { describe, expect, it } from 'vitest';
import type { TestApi } from './api.ts';
import { withTrackedFleet } from './tracked-api.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

/** Sends one PUT for each field at the same time, and reads the record afterwards. */
async function changeAtOnce(path: string, fields: Readonly<Record<string, unknown>>) {
  const as = fleet.people.admin;
  const answers = await Promise.all(
    Object.entries(fields).map(([name, value]) =>
      api.ask(path, { as, method: 'PUT', body: { [name]: value } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  return (await api.ask(path, { as })).body;
}

describe('partial changes of one record at the same time', () => {
  it('[R-106] keep each other: fields of a driver', async () => {
    for (let round = 0; round < 5; round += 1) {
      const fields = {
        first_name: `Ann ${round}`,
        surname: `Other ${round}`,
        phone: `0${round}`,
        licence_number: `LICENCE${round}`,
        rfid_number: `RFID${round}`,
        cpc_card_number: `CPC${round}`,
      };
      expect(await changeAtOnce(`/api/driver/${fleet.ann}/`, fields)).toMatchObject(fields);
    }
  });

  it('[R-064] keep each other: fields of a vehicle', async () => {
    for (let round = 0; round < 5; round += 1) {
      const fields = {
        registration: `N1 AA${round}`,
        vin: `WDB906633${round}`,
        first_registered_on: `2020-01-0${round + 1}`,
      };
      const { vehicleId } = fleet.vehicles.n1;
      expect(await changeAtOnce(`/api/vehicle/${vehicleId}/`, fields)).toMatchObject(fields);
    }
  });
});
