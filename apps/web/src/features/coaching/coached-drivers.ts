import { api } from '../../api/client.ts';
import { driverKind } from '../../ui/pickers/driver-kind.ts';
import { pagedQueryOf } from '../../ui/pickers/kind.ts';

/** The drivers whom a coach sees. */
export const COACHED_DRIVERS = driverKind({
  // Neither the list of drivers without an account nor that of planners, which have the same texts.
  of: 1,
  order: 'first_name',
  load: (question, { signal }) =>
    api.coaching.drivers({ query: pagedQueryOf(question) as object, signal, quiet: true }),
});
