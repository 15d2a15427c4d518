import { afterEach } from 'vitest';
import { type Gateway, startGateway } from '../src/gateway/index.ts';
import { createVideoHub, type RunningHub } from '../src/video/index.ts';
import { CameraDevice } from './camera-device.ts';
import { withFixture } from './fixture.ts';
import { makeCustomer, makeVehicle, type TestVehicle } from './fleet.ts';
import { type TestServices, testServices } from './services.ts';

/** A gateway and a hub with the vehicle of a camera. */
export interface CameraHub {
  readonly services: TestServices;
  readonly gateway: Gateway;
  readonly hub: RunningHub;
  readonly place: Awaited<ReturnType<typeof makeCustomer>>;
  readonly vehicle: TestVehicle;
  /** Connects the camera of the vehicle. */
  connect(): Promise<CameraDevice>;
}

/**
 * Starts a gateway and a hub before the tests of a file, and stops them after.
 *
 * @param ready receives them
 * @param variables environment variables of the configuration under test
 * @returns what is open in a test; it ends after each test
 */
export function withCameraHub(
  ready: (opened: CameraHub) => void,
  variables: Readonly<Record<string, string>> = {},
): { end(): void }[] {
  const open: { end(): void }[] = [];
  const start = async () => {
    const services = await testServices(variables);
    const place = await makeCustomer(services.db, 'Albion');
    const device = { number: '13912345678', protocol: 'jt808' } as const;
    const vehicle = await makeVehicle(services.db, place, device);
    const gateway = await startGateway(services);
    const hub = createVideoHub(services);
    await hub.listen();
    return {
      ...{ services, gateway, hub, place, vehicle },
      connect: async () => {
        const camera = await CameraDevice.connect(gateway.addresses.jt808, vehicle.number);
        open.push(camera);
        return camera;
      },
      close: async () => {
        await hub.close();
        await gateway.stop();
        await services.close();
      },
    };
  };
  withFixture(start, ready);
  afterEach(() => {
    for (const one of open.splice(0)) one.end();
  });
  return open;
}
