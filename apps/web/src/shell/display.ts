import { type DatePreferences, type DistanceUnit, distanceUnit, LOCALE } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useSession } from './session/context.ts';

/** How the signed-in person reads values. */
export interface Display {
  readonly unit: DistanceUnit;
  readonly dates: DatePreferences;
}

/** The preferences of the signed-in person (requirements S-01, S-10 to S-12). */
export function useDisplay(): Display {
  const { prefs } = useSession().current.user;
  const { language } = useTranslation().i18n;
  return {
    unit: distanceUnit(prefs.units_distance),
    dates: {
      timeZone: prefs.time_zone,
      dateFormat: prefs.date_format,
      timeFormat: prefs.time_format,
      language,
    },
  };
}

/** The locale of numbers and names of days: that of the language, British for English (S-18). */
export function useLocale(): string {
  const { language } = useTranslation().i18n;
  return language === 'en' ? LOCALE : language;
}
