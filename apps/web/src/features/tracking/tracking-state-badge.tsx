import type { VehicleState } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { cx, look } from '../../ui/look/look.ts';
import { STATE_SHAPES } from '../../ui/map/state-shapes.ts';
import type { TrackVehicle } from './fleet-store.ts';
import styles from './state-badge.module.css';
import { isUntracked } from './tracking-filters.ts';

/** The state of a vehicle; that it has no tracker if none could be offline. */
export function VehicleStateBadge({ vehicle }: { readonly vehicle: TrackVehicle }) {
  const { t } = useTranslation();
  return isUntracked(vehicle) ? (
    <span className={look({ size: 'small', tone: 'quiet' })}>{t('page.noTracker')}</span>
  ) : (
    <StateBadge state={vehicle.state} />
  );
}

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
