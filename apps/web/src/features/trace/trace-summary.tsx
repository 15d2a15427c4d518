import { formatDistance, formatDuration, formatSpeed } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import type { Display } from '../../ui/display.ts';
import { cx, row } from '../../ui/look/look.ts';
import styles from './summary.module.css';
import type { Trace } from './use-trace.ts';

/** The totals of a trail in one line (M-P05). */
export function Summary({
  trace,
  display: { unit, locale },
}: {
  /** Null while loading: the layout keeps the space of the values. */
  readonly trace: Trace | null;
  readonly display: Display;
}) {
  const { t, i18n } = useTranslation();
  const sums = trace === null || trace.points.length === 0 ? null : trace.summary;
  const facts: readonly [label: string, value: string | undefined][] = [
    [t('trace.distance'), sums === null ? undefined : formatDistance(sums.distance, unit, locale)],
    [
      t('trace.driving'),
      sums === null ? undefined : formatDuration(sums.driving_time, i18n.language, 'narrow'),
    ],
    [
      t('trace.idle'),
      sums === null ? undefined : formatDuration(sums.idle_time, i18n.language, 'narrow'),
    ],
    [t('trace.stops'), sums?.stops.toString()],
    [t('trace.maxSpeed'), sums === null ? undefined : formatSpeed(sums.max_speed, unit, locale)],
  ];
  return (
    <dl
      data-part="trace-summary"
      className={cx(
        row({ grow: true, wrap: true, rowGap: 1, columnGap: 6, minWidth: 0, margin: 0 }),
        styles.traceSummary,
      )}
    >
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? t('track.unknown')}</dd>
        </div>
      ))}
    </dl>
  );
}
