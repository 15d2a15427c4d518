import { useMemo } from 'react';
import { useLocale } from '../../ui/display.ts';

/** The name of a month, which is YYYY-MM. */
export function useMonthName(): (month: string) => string {
  const locale = useLocale();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, {
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
    return (month) => format.format(Date.parse(`${month}-01`));
  }, [locale]);
}
