import {
  type BrakeReason,
  type BrakeResult,
  formatNumber,
  formatPercent,
} from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { useLocale } from '../../ui/display.ts';
import { look, stack } from '../../ui/look/look.ts';

const TONES = { met: 'good', below: 'bad', incomplete: 'warn', not_measured: 'quiet' } as const;

/** The result of a brake assessment as a word. */
export function BrakeResultBadge({ result }: { readonly result: BrakeResult }) {
  const { t } = useTranslation();
  return <Badge tone={TONES[result]}>{t(`brakes.result.${result}`)}</Badge>;
}

interface Efficiency {
  readonly efficiency: number | null;
  readonly least: number | null;
}

/** The result of a brake assessment with its figures and reasons. */
export function BrakeResultPart({
  of,
}: {
  readonly of: {
    readonly result: BrakeResult;
    readonly reasons: readonly BrakeReason[];
    readonly service: Efficiency;
    readonly secondary: Efficiency;
    readonly parking: Efficiency;
    readonly imbalances: readonly (number | null)[];
  };
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const measured = (['service', 'secondary', 'parking'] as const).flatMap((name) => {
    const { efficiency, least } = of[name];
    if (efficiency === null) return [];
    const values = {
      brake: t(`record.brake.${name}`),
      efficiency: formatPercent(efficiency, locale),
      least: least === null ? '' : formatPercent(least, locale),
    };
    return [t(least === null ? 'brakes.measured' : 'brakes.measuredOf', values)];
  });
  const imbalances = of.imbalances.flatMap((imbalance, n) =>
    imbalance === null
      ? []
      : [t('brakes.imbalanceOf', { axle: n + 1, percent: formatNumber(imbalance, locale, 0) })],
  );
  return (
    <div className={stack({ gap: 2, items: 'start' })}>
      <BrakeResultBadge result={of.result} />
      {[...measured, ...imbalances].length > 0 && (
        <span className={look({ size: 'small', numeric: true })}>
          {[...measured, ...imbalances].join(' · ')}
        </span>
      )}
      {of.reasons.length > 0 && (
        <ul className={look({ margin: 0, size: 'small' })}>
          {of.reasons.map((reason) => (
            <li key={reason}>{t(`brakes.reason.${reason}`)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
