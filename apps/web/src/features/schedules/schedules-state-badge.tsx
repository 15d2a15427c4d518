import { useTranslation } from 'react-i18next';
import { cx, look } from '../../ui/look/look.ts';
import { PILL } from '../../ui/look/looks.ts';
import styles from './planner.module.css';
import { type MarkState, STATE_SIGNS } from './schedules-mark.tsx';

/** A state of a scheduled item: an icon and a word. */
export function MarkStateBadge({ state }: { readonly state: MarkState }) {
  const { t } = useTranslation();
  return (
    <span className={cx(look({ ...PILL, flow: 'inlineBlock' }), styles.planState, styles[state])}>
      <span aria-hidden="true">{STATE_SIGNS[state]}</span> {t(`planner.state.${state}`)}
    </span>
  );
}
