import { formatNumber } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useLocale, useMoney } from '../../ui/display.ts';
import { cx, look, stack } from '../../ui/look/look.ts';
import { useFigures } from './use-vor.ts';
import styles from './vor.module.css';

/** The count tiles (requirement N-P01) of the vehicles that match region, depot and vehicle. */
export function Totals() {
  const { t } = useTranslation();
  const locale = useLocale();
  const money = useMoney();
  const totals = useFigures()?.totals;
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
    <dl
      className={cx(
        stack({ gap: 2, margin: 0, paddingY: 3, paddingX: 4, borderBottom: true }),
        styles.vorTotals,
      )}
      aria-label={t('vor.totals')}
      aria-busy={totals === undefined}
    >
      {tiles.map(([key, value, hint]) => (
        <div
          data-part="vor-total"
          key={key}
          className={cx(
            look({ paddingY: 2, paddingX: 3, ground: 'ground', border: 'line', radius: 'medium' }),
            styles.vorTotal,
          )}
        >
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
