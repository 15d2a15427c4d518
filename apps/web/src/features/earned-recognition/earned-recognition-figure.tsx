import { formatNumber, formatPercent } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { useLocale } from '../../ui/display.ts';
import { cx, look } from '../../ui/look/look.ts';
import styles from './earned-recognition.module.css';
import type { Figure } from './use-figures.ts';

const MARKS = { met: '✓', short: '!', triggered: '▼', none: '' } as const;

/** A percentage with its status: an icon and a word besides the colour. */
export function FigureValue({ figure }: { readonly figure: Figure }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { share, state } = figure;
  if (share === null) return <span className={look({ tone: 'quiet' })}>–</span>;
  return (
    <span
      className={cx(
        look({ flow: 'inlineRow', align: 'baseline', gap: 1, numeric: true, nowrap: true }),
        styles.erValue,
        styles[state],
      )}
    >
      <span aria-hidden="true">{MARKS[state]}</span>
      {formatPercent(share, locale)}
      <span className="visually-hidden">{t(`er.state.${state}`)}</span>
    </span>
  );
}

/** A percentage as a button that opens the records behind it; as text if there are none. */
export function FigureButton({
  figure,
  name,
  onOpen,
}: {
  readonly figure: Figure;
  /** Name of the depot. */
  readonly name: string;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { passed, of, measure } = figure;
  if (of === 0) return <FigureValue figure={figure} />;
  const counts = { passed: formatNumber(passed, locale), of: formatNumber(of, locale) };
  return (
    <Button
      kind="bare"
      className={styles.erButton}
      aria-label={t('er.open', {
        measure,
        name,
        ...counts,
        share: formatNumber(figure.share ?? 0, locale),
      })}
      onClick={onOpen}
    >
      <FigureValue figure={figure} />
      <small>{t('er.counts', counts)}</small>
    </Button>
  );
}
