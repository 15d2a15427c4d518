import type { VehicleState } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { STATE_SHAPES } from '../../ui/map/state-shapes.ts';
import './state-badge.css';

/** The state of a vehicle: shape, word and colour together. */
export function StateBadge({ state }: { readonly state: VehicleState }) {
  const { t } = useTranslation();
  return (
    <span className={`state state-${state}`}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d={STATE_SHAPES[state]} fill="currentColor" />
      </svg>
      {t(`state.${state}`)}
    </span>
  );
}
