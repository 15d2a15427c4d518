import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { knownText } from '../../ui/known-text.ts';
import { cx, look, stack } from '../../ui/look/look.ts';
import { SidePanel } from '../../ui/side-panel/side-panel.tsx';
import styles from './planner.module.css';
import type { Planner } from './use-planner.ts';

/** The number of overdue, conflicting or missing items in one line; select it to open the list. */
export function NoticesButton({ planner }: { readonly planner: Planner }) {
  const { t } = useTranslation();
  const { overdue, conflicts, gaps } = planner;
  const total = overdue.length + conflicts.length + gaps.length;
  return (
    <Button
      kind="bare"
      className={total > 0 ? cx(styles.planNotices, styles.some) : styles.planNotices}
      aria-expanded={planner.address.panel === 'notices'}
      onClick={() => planner.setAddress({ panel: 'notices', schedule: undefined })}
    >
      <span>{t('planner.overdueCount', { count: overdue.length })}</span>
      <span>{t('planner.conflictCount', { count: conflicts.length })}</span>
      <span>{t('planner.gapCount', { count: gaps.length })}</span>
    </Button>
  );
}

function Notices({
  title,
  none,
  children,
}: {
  readonly title: string;
  readonly none: string;
  readonly children: readonly React.ReactNode[];
}) {
  return (
    <section className="details-section">
      <h3>{title}</h3>
      {children.length === 0 ? (
        <p className={look({ tone: 'quiet', size: 'small' })}>{none}</p>
      ) : (
        <ul className={stack({ gap: 2, margin: 0, padding: 0, list: true })}>{children}</ul>
      )}
    </section>
  );
}

/** Overdue items, conflicts and missing schedules. */
export function NoticesPanel({ planner }: { readonly planner: Planner }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { overdue, conflicts, gaps } = planner;
  const day = (text: string) => formatDay(text.slice(0, 10), dates.dateFormat);
  return (
    <SidePanel
      title={t('planner.notices')}
      onClose={() => planner.setAddress({ panel: undefined })}
    >
      <Notices title={t('planner.overdue')} none={t('planner.noneOverdue')}>
        {overdue.map((schedule) => (
          <li key={schedule.id}>
            <Button
              kind="bare"
              className={styles.planNotice}
              onClick={() => planner.select(schedule.id)}
            >
              <strong>{schedule.registration}</strong>
              <span>
                {t('planner.overdueOne', {
                  name: knownText(schedule.name, t),
                  day: day(schedule.due_date),
                })}
              </span>
            </Button>
          </li>
        ))}
      </Notices>
      <Notices title={t('planner.conflicts')} none={t('planner.noneConflicts')}>
        {conflicts.map((conflict) => (
          <li key={`${conflict.day} ${conflict.depot}`}>
            <Button
              kind="bare"
              className={styles.planNotice}
              onClick={() =>
                planner.setAddress({
                  view: undefined,
                  at: conflict.day.slice(0, 7),
                  panel: undefined,
                })
              }
            >
              <strong>{day(conflict.day)}</strong>
              <span>
                {t('planner.conflict', {
                  depot: conflict.depot,
                  count: conflict.vehicles.length,
                })}
              </span>
              <span className={look({ tone: 'quiet', size: 'small' })}>
                {conflict.vehicles.join(', ')}
              </span>
            </Button>
          </li>
        ))}
      </Notices>
      <Notices title={t('planner.gaps')} none={t('planner.noneGaps')}>
        {gaps.map(({ vehicle, type }) => (
          <li key={`${vehicle.id} ${type.id}`} className={styles.planNotice}>
            <strong>{vehicle.registration}</strong>
            <span>{t('planner.gap', { name: knownText(type.name, t) })}</span>
            <span className={look({ tone: 'quiet', size: 'small' })}>{vehicle.depot}</span>
          </li>
        ))}
      </Notices>
    </SidePanel>
  );
}
