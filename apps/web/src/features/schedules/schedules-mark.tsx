import { type ScheduleState, scheduleState } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { knownText } from '../../ui/known-text.ts';
import { cx, row } from '../../ui/look/look.ts';
import styles from './planner.module.css';
import type { Entry, ScheduleEntry } from './schedules-plan.ts';

/** The state of a mark: done, how soon it is due, or expected later. */
export type MarkState = 'done' | 'expected' | Exclude<ScheduleState, 'fulfilled'>;

/** The state of an item of a schedule. */
export function stateOf({ kind, schedule }: Pick<ScheduleEntry, 'kind' | 'schedule'>): MarkState {
  if (kind !== 'open') return kind;
  return schedule.state === 'fulfilled' ? 'done' : schedule.state;
}

/** The state of any item; of an unfinished campaign by its due day, as that of a schedule. */
export function stateOfEntry(entry: Entry): MarkState {
  return entry.kind === 'campaign' ? stateOfDay(Date.parse(entry.day)) : stateOf(entry);
}

/** The state of what is due on a day and not done. */
export function stateOfDay(dayMs: number): MarkState {
  const state = scheduleState({ dueMs: dayMs, latestMs: dayMs, isFulfilled: false }, Date.now());
  return state === 'fulfilled' ? 'done' : state;
}

/** An icon for each state, so that the colour is not the only sign. */
export const STATE_SIGNS: Readonly<Record<MarkState, string>> = {
  done: '✓',
  overdue: '!',
  due: '◕',
  expiring: '◔',
  planned: '•',
  paused: '‖',
  expected: '○',
};

/** The full description of a mark, for screen readers. */
export function useMarkText() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (entry: Entry) =>
    t('planner.mark', {
      category: knownText(entry.category, t),
      name: knownText(entry.name, t),
      registration: entry.registration,
      day: formatDay(entry.day, dates.dateFormat),
      state: t(`planner.state.${stateOfEntry(entry)}`),
    });
}

/**
 * An item on a day of the planner: select it to open its details, drag it to another allowed day.
 *
 * @param children the label
 */
export function Mark({
  entry,
  isSelected,
  isMovable,
  className,
  style,
  children,
  onOpen,
  onDrag,
}: {
  readonly entry: Entry;
  readonly isSelected: boolean;
  readonly isMovable: boolean;
  readonly className: string | undefined;
  readonly style?: React.CSSProperties;
  readonly children: React.ReactNode;
  readonly onOpen: () => void;
  /** Called with the entry when dragging starts, with null when it ends. */
  readonly onDrag: (entry: ScheduleEntry | null) => void;
}) {
  const text = useMarkText()(entry);
  return (
    <Button
      kind="bare"
      data-part="plan-mark"
      className={cx(styles.planMark, className, styles[stateOfEntry(entry)])}
      style={style}
      title={text}
      aria-pressed={isSelected}
      draggable={isMovable}
      onClick={onOpen}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', text);
        if (entry.kind !== 'campaign') onDrag(entry);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <span
        className={cx(row({ align: 'center', gap: 1, minWidth: 0 }), styles.planMarkFace)}
        aria-hidden="true"
      >
        <span className={styles.planSign}>{STATE_SIGNS[stateOfEntry(entry)]}</span>
        {children}
      </span>
      <span className="visually-hidden">{text}</span>
    </Button>
  );
}
