import {
  type DatePreferences,
  type DistanceUnit,
  distanceUnit,
  formatMoney,
  LOCALE,
} from '@roadworthy/domain';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/context.ts';

/** Formats of the signed-in person. */
export interface Display {
  readonly unit: DistanceUnit;
  readonly dates: DatePreferences;
  /** Locale of numbers: see `useLocale`. */
  readonly locale: string;
  /** Currency of the customer, ISO 4217. */
  readonly currency: string;
}

/** The preferences of the signed-in person (requirements S-01, S-10 to S-12). */
export function useDisplay(): Display {
  const { user, customer_config: config } = useSession().current;
  const { prefs } = user;
  const { language } = useTranslation().i18n;
  const locale = useLocale();
  return {
    unit: distanceUnit(prefs.units_distance),
    dates: {
      timeZone: prefs.time_zone,
      dateFormat: prefs.date_format,
      timeFormat: prefs.time_format,
      language,
    },
    locale,
    currency: config.currency,
  };
}

/** The locale of an interface language: British for English (requirement S-18). */
export const localeOf = (language: string): string => (language === 'en' ? LOCALE : language);

/** The locale of numbers and names of days: that of the language, British for English (S-18). */
export function useLocale(): string {
  return localeOf(useTranslation().i18n.language);
}

/** Formats amounts in the customer's currency and the person's language. */
export function useMoney(): (amount: number) => string {
  const { currency, locale } = useDisplay();
  return useCallback((amount) => formatMoney(amount, currency, locale), [currency, locale]);
}
