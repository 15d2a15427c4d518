import { api } from '../../api/client.ts';
import { driverKind } from './driver-kind.ts';
import { pagedQueryOf } from './kind.ts';
import { type Refresh, SinglePicker, type SinglePickerProps } from './single-picker.tsx';

export const DRIVER = driverKind({
  order: 'first_name',
  // Drivers without an account, and the selected one (P-082).
  load: (question, { signal, selectedId }) =>
    api.pickers.drivers({
      query: {
        ...pagedQueryOf(question),
        unassigned: 'true',
        ...(selectedId === null ? {} : { except: selectedId }),
      },
      signal,
      quiet: true,
    }),
});

/**
 * Selects the driver of a user (requirements P-073 to P-085).
 *
 * @param refresh reloads the list, for example after a driver was added
 */
export function DriverPicker(props: SinglePickerProps & { readonly refresh?: Refresh }) {
  return <SinglePicker kind={DRIVER} {...props} />;
}
