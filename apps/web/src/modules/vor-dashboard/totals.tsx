import { formatNumber } from '@roadworthy/domain';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocale, useMoney } from '../../shell/display.ts';
import { VOR_SUMMARY_KEY, type VorSummary } from './use-vor.ts';

/** What the last list said beside its rows. */
export function useSummary(): VorSummary | undefined {
  return useQuery<VorSummary>({ queryKey: VOR_SUMMARY_KEY, queryFn: skipToken }).data;
}

/** The count tiles (requirement N-P01): of the vehicles that region, depot and vehicle leave. */
export function Totals() {
  const { t } = useTranslation();
  const locale = useLocale();
  const money = useMoney();
  const totals = useSummary()?.totals;
  const number = (value: number | undefined, digits = 0) =>
    value == null ? undefined : formatNumber(value, locale, digits);
  const tiles = [
    ['offRoad', number(totals?.off_road), t('vor.ofVehicles', { count: totals?.vehicles ?? 0 })],
    ['over7Days', number(totals?.over_7_days), null],
    ['returned', number(totals?.returned_this_week), null],
    ['averageDays', number(totals?.average_days, 1), null],
    ['cost', totals === undefined ? undefined : money(totals.cost), null],
  ] as const;
  return (
    <dl className="vor-totals" aria-label={t('vor.totals')} aria-busy={totals === undefined}>
      {tiles.map(([key, value, hint]) => (
        <div key={key} className="vor-total">
          <dt>{t(`vor.total.${key}`)}</dt>
          <dd>
            {value ?? '–'}
            {hint !== null && totals !== undefined && <small> {hint}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
