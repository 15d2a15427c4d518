import type { AnswerOf, contract } from '@roadworthy/contract';
import { ACTIVITY_KINDS, type ActivityKind } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { cx, look } from '../../ui/look/look.ts';
import { hoursText } from '../tracking/tracking-hours.ts';
import styles from './drivers-hours.module.css';

const SCROLL = look({ overflowX: 'auto' });

type Activity = AnswerOf<typeof contract.driversHours.driver>['activities'][number];

const DAY_MS = 24 * 3_600_000;
const HOURS = [0, 6, 12, 18, 24];
/** Shown in the table, in this sequence. */
const COUNTED = ACTIVITY_KINDS.filter((kind) => kind !== 'unknown');

interface Part {
  readonly kind: ActivityKind;
  readonly startMs: number;
  readonly endMs: number;
}

/** The activities of one day in UTC, cut at its ends. */
function partsOf(activities: readonly Activity[], dayMs: number): readonly Part[] {
  return activities.flatMap(({ end, kind, start }) => {
    const startMs = Math.max(Date.parse(start), dayMs);
    const endMs = Math.min(Date.parse(end), dayMs + DAY_MS);
    return endMs > startMs ? [{ kind, startMs, endMs }] : [];
  });
}

function Bar({ dayMs, parts }: { readonly dayMs: number; readonly parts: readonly Part[] }) {
  return (
    <div className={styles.bar} aria-hidden="true">
      {parts.map(({ endMs, kind, startMs }) => (
        <span
          key={startMs}
          data-kind={kind}
          style={{
            left: `${((startMs - dayMs) / DAY_MS) * 100}%`,
            width: `${((endMs - startMs) / DAY_MS) * 100}%`,
          }}
        />
      ))}
    </div>
  );
}

/** A bar of 24 hours for each day in UTC, newest first, with the sums of each activity. */
export function DayBars({ activities }: { readonly activities: readonly Activity[] }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const days = [
    ...new Set(
      activities.flatMap(({ end, start }) => {
        const first = Math.floor(Date.parse(start) / DAY_MS);
        const last = Math.floor((Date.parse(end) - 1) / DAY_MS);
        return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * DAY_MS);
      }),
    ),
  ].sort((one, other) => other - one);
  return (
    <>
      <ul
        className={cx(
          look({
            flow: 'row',
            wrap: true,
            rowGap: 2,
            columnGap: 4,
            margin: 0,
            padding: 0,
            list: true,
          }),
          styles.legend,
        )}
        aria-label={t('hours.legend')}
      >
        {ACTIVITY_KINDS.map((kind) => (
          <li key={kind} className={look({ flow: 'inlineRow', align: 'center', gap: 2 })}>
            <span data-kind={kind} aria-hidden="true" />
            {t(`hours.kind.${kind}`)}
          </li>
        ))}
      </ul>
      <p className={look({ tone: 'quiet', size: 'small', margin: 0 })}>{t('hours.inUtc')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is reached by keyboard */}
      <section className={SCROLL} aria-label={t('hours.dayTable')} tabIndex={0}>
        <table className={styles.days}>
          <caption className="visually-hidden">{t('hours.dayTable')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('hours.date')}</th>
              <th scope="col" className={styles.wide}>
                <span className={styles.scale}>
                  {HOURS.map((hour) => (
                    <span key={hour}>{hour}</span>
                  ))}
                </span>
              </th>
              {COUNTED.map((kind) => (
                <th key={kind} scope="col">
                  {t(`hours.kind.${kind}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((dayMs) => {
              const parts = partsOf(activities, dayMs);
              const sum = (kind: ActivityKind) =>
                parts
                  .filter((part) => part.kind === kind)
                  .reduce((ms, part) => ms + part.endMs - part.startMs, 0);
              return (
                <tr key={dayMs}>
                  <th scope="row">
                    {formatDay(new Date(dayMs).toISOString().slice(0, 10), dates.dateFormat)}
                  </th>
                  <td className={styles.wide}>
                    <Bar dayMs={dayMs} parts={parts} />
                  </td>
                  {COUNTED.map((kind) => (
                    <td key={kind}>{hoursText(sum(kind) / 1000)}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </>
  );
}
