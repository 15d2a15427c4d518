import { useTranslation } from 'react-i18next';
import { VehicleTypeIcon } from '../vehicle-type-icon.tsx';
import type { Found, SimpleVehicle } from './use-vehicle-search.ts';

/** The found vehicles; the ids of the options are `id` and their index. */
export function VehicleResults<V extends SimpleVehicle>({
  id,
  found,
  active,
  onChoose,
  onKeyDown,
}: {
  readonly id: string;
  readonly found: Found<V>;
  readonly active: number;
  readonly onChoose: (vehicle: V) => void;
  readonly onKeyDown: (event: React.KeyboardEvent) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="vehicle-results">
      <p role="status">{t('vehicle.results', { count: found.count, term: found.term })}</p>
      <div role="listbox" id={`${id}-list`} aria-label={t('vehicle.search')}>
        {found.results.map((vehicle, index) => (
          <div
            key={vehicle.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={index === active ? 'active' : undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(vehicle)}
            onKeyDown={onKeyDown}
          >
            <VehicleTypeIcon vehicle={vehicle} />
            <strong>{vehicle.registration}</strong>
            <span>{t(`vehicles.type.${vehicle.type}`)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
