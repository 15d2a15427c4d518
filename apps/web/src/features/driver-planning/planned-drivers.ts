import { api } from '../../api/client.ts';
import { driverKind } from '../../ui/pickers/driver-kind.ts';
import { pagedQueryOf } from '../../ui/pickers/kind.ts';

/** The drivers whom a planner sees. */
export const PLANNED_DRIVERS = driverKind({
  // Not the list of drivers without an account, which has the same texts.
  of: 0,
  order: 'name',
  load: async (question, { signal }) => {
    const found = await api.driversHours.list({
      query: pagedQueryOf(question) as object,
      signal,
      quiet: true,
    });
    return { count: found.count, results: found.results.map(({ driver }) => driver) };
  },
});
