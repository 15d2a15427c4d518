import type { DistanceUnit } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { cx, row } from '../../ui/look/look.ts';
import { speedBands } from '../../ui/map/speed-bands.ts';
import styles from './legend.module.css';

/** Legend of the line colours. */
export function SpeedLegend({ unit }: { readonly unit: DistanceUnit }) {
  const { t } = useTranslation();
  return (
    <figure
      data-part="speed-legend"
      className={cx(
        row({
          align: 'center',
          gap: 3,
          margin: 0,
          paddingY: 2,
          paddingX: 3,
          size: 'small',
          numeric: true,
          ground: 'raised',
          border: 'line',
          radius: 'medium',
          shadow: 'low',
        }),
        styles.speedLegend,
      )}
    >
      <figcaption>{t(unit === 'KMS' ? 'trace.legend.kmh' : 'trace.legend.mph')}</figcaption>
      <ol>
        {speedBands(unit).map(({ token, from, to }) => (
          <li key={token}>
            <span style={{ background: `var(--${token})` }} />
            {to === null ? t('trace.legend.above', { from }) : t('trace.legend.band', { from, to })}
          </li>
        ))}
      </ol>
    </figure>
  );
}
