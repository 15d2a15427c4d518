import { VEHICLE_STATES, type VehicleState } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { cx, look, stack } from '../../ui/look/look.ts';
import type { TrackVehicle } from './fleet-store.ts';
import styles from './track.module.css';
import { countStates } from './tracking-filters.ts';
import { StateBadge } from './tracking-state-badge.tsx';

/** Filter buttons by state, with the number of vehicles in each. */
export function StateChips({
  vehicles,
  states,
  onChange,
}: {
  readonly vehicles: readonly TrackVehicle[];
  readonly states: ReadonlySet<VehicleState>;
  readonly onChange: (states: ReadonlySet<VehicleState>) => void;
}) {
  const { t } = useTranslation();
  const counts = countStates(vehicles);
  const toggle = (state: VehicleState) => {
    const next = new Set(states);
    if (!next.delete(state)) next.add(state);
    onChange(next);
  };
  return (
    <fieldset className={cx(stack({ columns: 'two', gap: 2 }), styles.chips)}>
      <legend className="visually-hidden">{t('track.states')}</legend>
      {VEHICLE_STATES.filter((one) => one !== 'private' || counts.private > 0).map((state) => (
        <Button
          key={state}
          kind="bare"
          className={styles.chip}
          aria-pressed={states.has(state)}
          onClick={() => toggle(state)}
        >
          <StateBadge state={state} />
          <span className={look({ weight: 'bold', numeric: true })}>{counts[state]}</span>
        </Button>
      ))}
    </fieldset>
  );
}
