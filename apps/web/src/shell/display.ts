import { type DatePreferences, type DistanceUnit, distanceUnit } from '@roadworthy/domain';
import { useSession } from './session/context.ts';

/** How the signed-in person reads values. */
export interface Display {
  readonly unit: DistanceUnit;
  readonly dates: DatePreferences;
}

/** The preferences of the signed-in person (requirements S-01, S-10 to S-12). */
export function useDisplay(): Display {
  const { prefs } = useSession().current.user;
  return {
    unit: distanceUnit(prefs.units_distance),
    dates: {
      timeZone: prefs.time_zone,
      dateFormat: prefs.date_format,
      timeFormat: prefs.time_format,
    },
  };
}
