import { DEVICE_PORTS, type PortProtocol } from '@roadworthy/domain';
import { expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { makeUser } from '../../../../test/people.ts';
import { withTrackedFleet } from '../../../../test/tracked-api.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';
import { devicePorts } from './device-ports.ts';

let api: TestApi;
let fleet: TrackedFleet;

withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

it('[O-21] an administrator reads where devices connect; others do not', async () => {
  const admin = await makeUser(api.services.db, fleet.home.customerId, 'ports@home.test', {
    role: 'ADMIN',
    is_customer_admin: true,
  });
  const answer = await api.ask('/api/administration/device_ports/', { as: admin });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual(devicePorts(api.services.config.gateway));
  const refused = await api.ask('/api/administration/device_ports/', { as: fleet.people.manager });
  expect(refused.status).toBe(403);
});

it('leaves out a port that the system chooses', () => {
  const none = Object.fromEntries(DEVICE_PORTS.map(({ name }) => [name, 0]));
  const ports = { ...none, teltonika: 5027, jt808: 5015, osmand: 5055 };
  expect(devicePorts({ ports: ports as Record<PortProtocol, number> })).toEqual([
    { protocol: 'teltonika', port: 5027, transports: ['tcp', 'udp'] },
    { protocol: 'jt808', port: 5015, transports: ['tcp'] },
    { protocol: 'osmand', port: 5055, transports: ['http'] },
  ]);
});
