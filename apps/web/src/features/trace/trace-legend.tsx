import type { DistanceUnit } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { speedBands } from '../../ui/map/speed-bands.ts';
import './legend.css';

/** Legend of the line colours. */
export function SpeedLegend({ unit }: { readonly unit: DistanceUnit }) {
  const { t } = useTranslation();
  return (
    <figure className="speed-legend">
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
