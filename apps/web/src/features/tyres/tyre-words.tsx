import { formatDate, formatDistance, formatNumber, type TyreState } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay } from '../../ui/display.ts';
import { tyrePosition } from '../../ui/tyre-position.ts';
import type { TyreFinding, TyreRow } from './tyres.ts';

const TONES = { now: 'bad', soon: 'warn', good: 'good', unknown: 'quiet' } as const;

/** When a fitted tyre is due, as a word. */
export function StateBadge({ state }: { readonly state: TyreState | null }) {
  const { t } = useTranslation();
  if (state === null) return '–';
  return <Badge tone={TONES[state]}>{t(`tyres.state.${state}`)}</Badge>;
}

/** Where a tyre is: the vehicle and the position, or the depot. */
export const placeText = (
  { depot, position, vehicle }: Pick<TyreRow, 'depot' | 'position' | 'vehicle'>,
  t: TFunction,
): string =>
  vehicle === null
    ? (depot?.name ?? '–')
    : [vehicle.registration, position && tyrePosition(position, t)].filter(Boolean).join(', ');

/** Make and model, with size. */
export const tyreName = ({ make, model, size }: Pick<TyreRow, 'make' | 'model' | 'size'>) =>
  [make, model, size].filter(Boolean).join(' ');

/** Texts of measurements and days in the person's formats. */
export function useTyreTexts() {
  const { t } = useTranslation();
  const { dates, locale, unit } = useDisplay();
  return useMemo(() => {
    const number = (value: number, digits: number) => formatNumber(value, locale, digits);
    const day = (text: string) => formatDate(Date.parse(text), { ...dates, timeZone: 'UTC' });
    const tread = (mm: number) => `${number(mm, 1)} mm`;
    return {
      day,
      moment: (text: string) => formatDate(Date.parse(text), dates),
      tread,
      pressure: (kpa: number) => `${number(kpa, 0)} kPa`,
      distance: (metres: number) => formatDistance(metres, unit, locale, 0),
      /** Wear per 1,000 km or miles. */
      wear: (mmPerM: number) =>
        t(`tyres.wear.${unit}`, {
          mm: number(mmPerM * (unit === 'KMS' ? 1_000_000 : 1_609_344), 2),
        }),
      /** What is due, and why, as a sentence. */
      finding: ({ is_certain, limit_mm, on, rule }: TyreFinding) => {
        const kind = is_certain || !rule.startsWith('tread') ? '' : '_forecast';
        return t(`tyres.finding.${rule}${kind}`, {
          limit: limit_mm === null ? '' : tread(limit_mm),
          day: on === null ? '' : day(on),
        });
      },
    };
  }, [t, dates, locale, unit]);
}

/** What is due for a tyre, and why. */
export function Findings({ findings }: { readonly findings: readonly TyreFinding[] }) {
  const { t } = useTranslation();
  const texts = useTyreTexts();
  if (findings.length === 0) return <p>{t('tyres.nothingDue')}</p>;
  return (
    <ul>
      {findings.map((finding) => (
        <li key={finding.rule}>
          {texts.finding(finding)} <small>{t(`tyres.source.${finding.rule}`)}</small>
        </li>
      ))}
    </ul>
  );
}
