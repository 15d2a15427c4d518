import { EXPOSURE_CLASSES, formatDistance, formatDuration } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { look } from '../../ui/look/look.ts';
import type { FairScore } from './coaching.ts';

const DIGITS = { maximumFractionDigits: 1 } as const;
const RATIO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

/** Says a fair score as a sentence; below the minimum distance, that there is none. */
export function useScoreText() {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  return ({ events, expected, ratio, score }: Omit<FairScore, 'id' | 'driver'>): string =>
    score === null || ratio === null
      ? t('coaching.verdict.too_little')
      : t('coaching.fairOfDriver', {
          events,
          expected: expected.toLocaleString(locale, DIGITS),
          ratio: ratio.toLocaleString(locale, RATIO_DIGITS),
          score,
        });
}

/** Distance and driving time by class of road. */
export function ExposureTable({ exposure }: Pick<FairScore, 'exposure'>) {
  const { t } = useTranslation();
  const { unit, locale } = useDisplay();
  return (
    <table className={look({ width: 'full', numeric: true })}>
      <caption className="visually-hidden">{t('coaching.exposure')}</caption>
      <thead>
        <tr>
          <th scope="col" className={look({ text: 'left' })}>
            {t('coaching.roads')}
          </th>
          <th scope="col" className={look({ text: 'right' })}>
            {t('coaching.distance')}
          </th>
          <th scope="col" className={look({ text: 'right' })}>
            {t('coaching.drivingTime')}
          </th>
        </tr>
      </thead>
      <tbody>
        {EXPOSURE_CLASSES.map((name) => (
          <tr key={name}>
            <th scope="row" className={look({ text: 'left', weight: 'normal' })}>
              {t(`coaching.class.${name}`)}
            </th>
            <td className={look({ text: 'right' })}>
              {formatDistance(exposure[name].distance, unit, locale, 0)}
            </td>
            <td className={look({ text: 'right' })}>
              {formatDuration(exposure[name].driving_time, locale, 'narrow')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
