import { useTranslation } from 'react-i18next';
import type { VorRecord } from './use-vor.ts';

const MARKS = { off_road: '■', late: '!', returned: '✓' } as const;

/** Whether a vehicle is expected back by now and is not. */
export const isLate = ({ state, expected_back: back }: VorRecord, nowMs = Date.now()): boolean =>
  state === 'off_road' && back !== null && Date.parse(back) + 86_400_000 <= nowMs;

/** Off the road, late to come back, or returned: a mark and a word beside the colour. */
export function VorStateBadge({ entry }: { readonly entry: VorRecord }) {
  const { t } = useTranslation();
  const state = isLate(entry) ? 'late' : entry.state;
  return (
    <span className={`vor-state ${state}`}>
      <span aria-hidden="true">{MARKS[state]}</span> {t(`vor.state.${state}`)}
    </span>
  );
}
