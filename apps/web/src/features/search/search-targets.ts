import type { SearchGroup } from '@roadworthy/contract';
import type { Access, ModuleName } from '@roadworthy/domain';
import { may } from '../../session/rights.ts';
import type { CurrentUser } from '../../session/storage.ts';

/** The ids of a result that an address needs. */
interface Target {
  readonly id: number;
  readonly vehicle: number | null;
  readonly activity: number | null;
}

/** A screen for a result; the first one that the person may open is used. */
interface Screen {
  /** The module that opens it, `administrator`, or `all` for every signed-in person. */
  readonly for: ModuleName | 'administrator' | 'all';
  readonly to: (target: Target) => string;
}

const screen = (of: Screen['for'], to: Screen['to']): Screen => ({ for: of, to });
const forAll = (to: Screen['to']) => screen('all', to);
const administration = (list: string) =>
  screen('administrator', ({ id }) => `/administration/${list}?open=${id}`);

/**
 * Where the results of each group lead. This table is the only place that decides it.
 */
export const TARGETS: Readonly<Record<SearchGroup, readonly Screen[]>> = {
  vehicles: [forAll(({ id }) => `/vehicles/${id}`)],
  drivers: [forAll(({ id }) => `/drivers/${id}`)],
  depots: [forAll(({ id }) => `/depots/${id}`)],
  defects: [
    screen('Defect', ({ id }) => `/defects?open=${id}`),
    screen('Vehicle File', ({ vehicle }) => `/vehicle-file/activity?vehicleId=${vehicle}`),
  ],
  documents: [
    screen(
      'Vehicle File',
      (of) => `/vehicle-file/activity?vehicleId=${of.vehicle}&activity=${of.id}`,
    ),
  ],
  investigations: [
    screen(
      'Vehicle File',
      ({ id, activity }) => `/vehicle-file/activity/${activity}/investigation/${id}`,
    ),
  ],
  geofences: [screen('Geofence', ({ id }) => `/telematics/geofence?geofence=${id}`)],
  users: [administration('users')],
  trackers: [administration('trackers')],
};

function accessOf(wanted: Screen['for']): Access {
  if (wanted === 'all') return { kind: 'signed-in' };
  if (wanted === 'administrator') return { kind: 'administrator' };
  return { kind: 'module', anyOf: [wanted], refusesLimited: wanted === 'Vehicle File' };
}

/** The address of a result, on the best screen that the person may open; null for none. */
export function targetOf(current: CurrentUser, group: string, target: Target): string | null {
  const screens: readonly Screen[] = Object.hasOwn(TARGETS, group)
    ? TARGETS[group as SearchGroup]
    : [];
  const found = screens.find((one) => may(current, accessOf(one.for)));
  return found?.to(target) ?? null;
}
