import type { VehicleState } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { cx, look } from '../../ui/look/look.ts';
import { STATE_SHAPES } from '../../ui/map/state-shapes.ts';
import styles from './state-badge.module.css';

/** The state of a vehicle: shape, word and colour together. */
export function StateBadge({ state }: { readonly state: VehicleState }) {
  const { t } = useTranslation();
  return (
    <span
      className={cx(
        look({
          flow: 'inlineRow',
          align: 'center',
          gap: 2,
          size: 'small',
          weight: 'strong',
          nowrap: true,
        }),
        styles[`state-${state}`],
      )}
    >
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d={STATE_SHAPES[state]} fill="currentColor" />
      </svg>
      {t(`state.${state}`)}
    </span>
  );
}
