import { formatNumber } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { useLocale } from '../../ui/display.ts';
import { cx, row, stack } from '../../ui/look/look.ts';
import styles from './earned-recognition.module.css';
import { FigureValue } from './earned-recognition-figure.tsx';
import type { Figures } from './use-figures.ts';

const WIDTH = 96;
const HEIGHT = 28;

/** The percentages by period as a line from 0 to 100; the table next to it has the same values. */
function Trend({ shares }: { readonly shares: readonly (number | null)[] }) {
  const step = WIDTH / Math.max(1, shares.length - 1);
  const points = shares.flatMap((share, n) =>
    share === null ? [] : [`${n * step},${HEIGHT - 2 - (share / 100) * (HEIGHT - 4)}`],
  );
  return (
    <svg className={styles.erTrend} viewBox={`-2 0 ${WIDTH + 4} ${HEIGHT}`} aria-hidden="true">
      {points.length === 1 ? (
        <circle cx={points[0]?.split(',')[0]} cy={points[0]?.split(',')[1]} r={2} />
      ) : (
        <polyline points={points.join(' ')} />
      )}
    </svg>
  );
}

/** Each figure of all vehicles with its target, trigger and source. */
export function TotalTiles({
  figures,
  onOpen,
}: {
  readonly figures: Figures;
  readonly onOpen: (measure: Figures['total'][number]['measure']) => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ul
      className={cx(
        stack({ gap: 2, margin: 0, paddingY: 3, paddingX: 4, borderBottom: true, list: true }),
        styles.erTiles,
      )}
      aria-label={t('er.totals')}
    >
      {figures.total.map((figure, n) => {
        const { measure, state, passed, of } = figure;
        const limit = figures.limits.find((one) => one.measure === measure);
        const shares = figures.trend.map((period) => period.figures[n]?.share ?? null);
        return (
          <li key={measure}>
            <Button
              kind="bare"
              className={cx(styles.erTile, styles[state])}
              onClick={() => onOpen(measure)}
            >
              <span className={styles.erName}>
                <strong>{measure}</strong> {t(`er.${measure}`)}
              </span>
              <span
                className={row({
                  align: 'center',
                  justify: 'between',
                  gap: 2,
                  size: 'lead',
                  weight: 'strong',
                })}
              >
                <FigureValue figure={figure} />
                <Trend shares={shares} />
              </span>
              <small>
                {of === 0
                  ? t('er.noRecords')
                  : t('er.counts', {
                      passed: formatNumber(passed, locale),
                      of: formatNumber(of, locale),
                    })}
              </small>
              {limit !== undefined && (
                <small>{t('er.limits', { target: limit.target, trigger: limit.trigger })}</small>
              )}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
