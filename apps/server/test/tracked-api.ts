import { type TestApi, testApi } from './api.ts';
import { withFixture } from './fixture.ts';
import { type TrackedFleet, trackedFleet } from './tracked-fleet.ts';

/**
 * Starts the API with the tracked fleet before the tests of a file.
 *
 * @returns queries of its database
 */
export function withTrackedFleet(ready: (opened: { api: TestApi; fleet: TrackedFleet }) => void) {
  let api: TestApi;
  withFixture(async () => {
    api = await testApi();
    return { api, fleet: await trackedFleet(api.services.db), close: () => api.close() };
  }, ready);
  return {
    query: (text: string, values: unknown[] = []) => api.services.db.pool.query(text, values),
  };
}
