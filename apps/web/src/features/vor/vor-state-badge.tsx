import { useTranslation } from 'react-i18next';
import { type Day, today } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { cx, look } from '../../ui/look/look.ts';
import type { VorRecord } from './use-vor.ts';
import styles from './vor.module.css';

const MARKS = { off_road: '■', late: '!', returned: '✓' } as const;

/** Whether the expected return of a vehicle was before today. */
export const isLate = ({ state, expected_back: back }: VorRecord, now: Day): boolean =>
  state === 'off_road' && back !== null && back.slice(0, 10) < now;

/** Off the road, overdue, or returned: an icon and a word besides the colour. */
export function VorStateBadge({ entry }: { readonly entry: VorRecord }) {
  const { t } = useTranslation();
  const { timeZone } = useDisplay().dates;
  const state = isLate(entry, today(timeZone)) ? 'late' : entry.state;
  return (
    <span
      className={cx(
        look({
          flow: 'inlineRow',
          gap: 2,
          paddingY: 'half',
          paddingX: 2,
          radius: 'medium',
          nowrap: true,
        }),
        styles.vorState,
        styles[state],
      )}
    >
      <span aria-hidden="true">{MARKS[state]}</span> {t(`vor.state.${state}`)}
    </span>
  );
}
