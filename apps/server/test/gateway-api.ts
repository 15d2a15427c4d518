import { type Gateway, startGateway } from '../src/gateway/index.ts';
import { type TestApi, testApi } from './api.ts';
import type { TestDevice } from './device.ts';
import { withFixture } from './fixture.ts';
import { type TrackedFleet, trackedFleet } from './tracked-fleet.ts';

interface GatewayApi {
  readonly api: TestApi;
  readonly fleet: TrackedFleet;
  readonly gateway: Gateway;
  /** Devices that the tests connect; they end with the fixture. */
  readonly open: TestDevice[];
}

/** Starts the API and a gateway with the tracked fleet before the tests of a file. */
export function withGatewayApi(ready: (opened: GatewayApi) => void): void {
  withFixture(async () => {
    const api = await testApi();
    const fleet = await trackedFleet(api.services.db);
    const gateway = await startGateway(api.services);
    const open: TestDevice[] = [];
    const close = async () => {
      for (const device of open) device.end();
      await gateway.stop();
      await api.close();
    };
    return { api, fleet, gateway, open, close };
  }, ready);
}
