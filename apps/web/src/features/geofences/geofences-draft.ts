import { type DistanceUnit, KM_PER_MILE, MILES_PER_KM } from '@roadworthy/domain';
import type { useTranslation } from 'react-i18next';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import type { Geofence, GeofenceBody, Shape } from './geofences-shape.ts';

/** Form values of a geofence: numbers as typed, in the user's unit. */
export interface Draft {
  readonly name: string;
  readonly category: number | null;
  readonly groups: readonly number[];
  readonly colour: string;
  readonly shape: Shape;
  readonly onEntry: boolean;
  readonly onExit: boolean;
  /** Minutes; empty for no alert. */
  readonly dwell: string;
  /** In the user's unit; empty for no limit. */
  readonly speed: string;
}

type Translate = ReturnType<typeof useTranslation>['t'];

/** Nothing drawn yet. */
export const NO_SHAPE: Shape = {
  shape: 'polygon',
  points: [],
  holes: [],
  centre: null,
  radius: null,
};
/** The default colour of a geofence. */
export const DEFAULT_COLOUR = '#1259c3';
/** A week, the limit of the contract. */
const MAX_DWELL_MIN = 7 * 24 * 60;
/** Limits of the contract, km/h. */
const SPEED_BOUNDS_KMH = [5, 200] as const;

/** A new draft. */
export const NEW_DRAFT: Draft = {
  name: '',
  category: null,
  groups: [],
  colour: DEFAULT_COLOUR,
  shape: NO_SHAPE,
  onEntry: true,
  onExit: false,
  dwell: '',
  speed: '',
};

/** The draft of an existing geofence. */
export function draftOf(geofence: Geofence, unit: DistanceUnit): Draft {
  const { name, category, groups, colour, shape, points, holes, centre, radius } = geofence;
  const limitKmh = geofence.speed_limit_kmh;
  const limit = limitKmh === null || unit === 'KMS' ? limitKmh : limitKmh * MILES_PER_KM;
  return {
    name,
    category,
    groups,
    colour,
    shape: { shape, points, holes, centre, radius },
    onEntry: geofence.alert_on_entry,
    onExit: geofence.alert_on_exit,
    dwell: geofence.alert_dwell_min === null ? '' : String(geofence.alert_dwell_min),
    speed: limit === null ? '' : String(Math.round(limit)),
  };
}

/** A typed speed in km/h; null for none, NaN if invalid. */
function speedKmhOf(text: string, unit: DistanceUnit): number | null {
  if (text.trim() === '') return null;
  const value = Number(text);
  return unit === 'KMS' ? value : Math.round(value * KM_PER_MILE * 10) / 10;
}

/**
 * The request body of a draft.
 *
 * @param before the existing geofence: its limit keeps its decimals if the displayed value is
 *   unchanged
 */
export function bodyOf(draft: Draft, unit: DistanceUnit, before?: Geofence): GeofenceBody {
  const isSameSpeed = before !== undefined && draftOf(before, unit).speed === draft.speed;
  return {
    name: draft.name.trim(),
    category: draft.category,
    groups: [...draft.groups],
    colour: draft.colour,
    ...draft.shape,
    alert_on_entry: draft.onEntry,
    alert_on_exit: draft.onExit,
    alert_dwell_min: draft.dwell.trim() === '' ? null : Number(draft.dwell),
    speed_limit_kmh: isSameSpeed ? before.speed_limit_kmh : speedKmhOf(draft.speed, unit),
  };
}

function shapeFault({ shape, points, centre, radius }: Shape): string | null {
  if (shape === 'circle' && centre === null) return 'geofence.fault.shape';
  if (shape === 'polygon' && points.length < 3) return 'geofence.fault.shape';
  if (shape === 'corridor' && points.length < 2) return 'geofence.fault.shape';
  if (shape !== 'polygon' && (radius === null || !(radius >= 5))) return 'geofence.fault.radius';
  return null;
}

/** Client-side validation errors of a draft; empty if valid (M-P10). */
export function draftFaults(draft: Draft, unit: DistanceUnit, t: Translate): Faults {
  const faults: Record<string, string[]> = {};
  const { length } = draft.name.trim();
  if (length < 2 || length > 90) faults.name = [t('geofence.fault.name')];
  const shape = shapeFault(draft.shape);
  if (shape !== null) faults[shape === 'geofence.fault.radius' ? 'radius' : 'points'] = [t(shape)];
  const dwell = draft.dwell.trim() === '' ? 1 : Number(draft.dwell);
  if (!Number.isInteger(dwell) || dwell < 1 || dwell > MAX_DWELL_MIN) {
    faults.alert_dwell_min = [t('geofence.fault.dwell', { most: MAX_DWELL_MIN })];
  }
  const speedKmh = speedKmhOf(draft.speed, unit);
  const [least, most] = SPEED_BOUNDS_KMH;
  if (speedKmh !== null && !(speedKmh >= least && speedKmh <= most)) {
    const shown = (kmh: number) => (unit === 'KMS' ? kmh : kmh * MILES_PER_KM);
    const values = { least: Math.ceil(shown(least)), most: Math.floor(shown(most)) };
    faults.speed_limit_kmh = [t('geofence.fault.speed', values)];
  }
  return faults;
}
