import type { DamageSeverity } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { cx, look } from '../../ui/look/look.ts';
import { PILL } from '../../ui/look/looks.ts';
import styles from './depot/depot.module.css';

/** A word with a colour, so that the colour is not the only sign. */
export function Badge({
  tone,
  children,
}: {
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
  readonly children: React.ReactNode;
}) {
  return (
    <span
      className={cx(
        look({ ...PILL, tone: 'text', ground: 'quiet' }),
        styles.checkBadge,
        styles[tone],
      )}
    >
      {children}
    </span>
  );
}

/** Passed, or failed with the number of defects; a check that was done too quickly is marked. */
export function ResultBadge({
  report: { result, defects, is_short: isShort },
}: {
  readonly report: {
    readonly result: 'pass' | 'fail';
    readonly defects: number;
    readonly is_short: boolean;
  };
}) {
  const { t } = useTranslation();
  return (
    <span
      className={look({ flow: 'inlineRow', wrap: true, align: 'center', rowGap: 1, columnGap: 2 })}
    >
      <Badge tone={result === 'pass' ? 'good' : 'bad'}>
        {t(`vehicleCheck.result.${result}`)}
        {defects > 0 && ` · ${t('record.check.found', { count: defects })}`}
      </Badge>
      {isShort && <Badge tone="warn">{t('record.check.short')}</Badge>}
    </span>
  );
}

/** The severity of damage. */
export function DamageSeverityBadge({ severity }: { readonly severity: DamageSeverity }) {
  const { t } = useTranslation();
  return (
    <Badge tone={severity === 'major' ? 'bad' : 'warn'}>{t(`record.severity.${severity}`)}</Badge>
  );
}

/** Open or fixed. */
export function DamageStateBadge({ fixedAt }: { readonly fixedAt: string | null }) {
  const { t } = useTranslation();
  return (
    <Badge tone={fixedAt === null ? 'warn' : 'good'}>
      {t(`vehicleCheck.state.${fixedAt === null ? 'open' : 'fixed'}`)}
    </Badge>
  );
}
