import { type Gateway, startGateway } from '../src/gateway/index.ts';
import { makeCustomer } from './fleet.ts';
import { type TestServices, testServices } from './services.ts';

/** A running gateway on a fresh database, with a customer. */
export interface TestGateway {
  readonly services: TestServices;
  readonly gateway: Gateway;
  readonly place: { readonly customerId: number; readonly depotId: number };
  close(): Promise<void>;
}

/**
 * Starts a gateway for tests.
 *
 * @param variables environment variables of the configuration under test
 * @param limits limits other than the defaults
 */
export async function testGateway(
  variables: Readonly<Record<string, string>> = {},
  limits: Parameters<typeof startGateway>[1] = {},
): Promise<TestGateway> {
  const services = await testServices(variables);
  const place = await makeCustomer(services.db, 'Albion');
  const gateway = await startGateway(services, limits);
  return {
    services,
    gateway,
    place,
    close: async () => {
      await gateway.stop();
      await services.close();
    },
  };
}
