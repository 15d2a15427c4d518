import { useTranslation } from 'react-i18next';
import type { DayRange } from '../../ui/date-range/calendar.ts';
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx';
import { DayPicker } from '../../ui/day-picker/day-picker.tsx';
import { VehicleTree } from '../../ui/fleet-sidebar/vehicle-tree.tsx';
import { cx, look } from '../../ui/look/look.ts';
import { VehicleAutocomplete } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import styles from './parts.module.css';
import type { Matching } from './use-matched-points.ts';

/** Filters of a trace: day or range, vehicle, and map matching (M-P05). */
export function TraceSidebar({
  isSingle,
  vehicleId,
  registration,
  days,
  matching,
  onVehicle,
  onDays,
}: {
  /** The vehicle is found by registration instead of in the fleet list. */
  readonly isSingle: boolean;
  readonly vehicleId: number | null;
  readonly registration: string;
  readonly days: DayRange;
  readonly matching: Matching;
  readonly onVehicle: (id: number | null) => void;
  readonly onDays: (days: DayRange) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      {isSingle && (
        <VehicleAutocomplete
          selected={vehicleId === null ? null : { id: vehicleId, registration }}
          onChange={(vehicle) => onVehicle(vehicle?.id ?? null)}
        />
      )}
      <DayPicker value={days} onChange={onDays} />
      <DateRangePicker value={days} onChange={onDays} />
      {matching.isOffered && (
        <label
          className={cx(
            look({ flow: 'inlineRow', align: 'center', gap: 2, pointer: true }),
            styles.traceSwitch,
          )}
        >
          <input type="checkbox" checked={matching.isOn} onChange={matching.toggle} />
          <span>
            {t('trace.roads')}
            {matching.isLoading && <small>{t('trace.roadsLoading')}</small>}
            {matching.isFailed && <small role="alert">{t('trace.roadsFailed')}</small>}
          </span>
        </label>
      )}
      {!isSingle && (
        <VehicleTree
          selectedId={vehicleId}
          onSelect={(vehicle) => onVehicle(vehicle?.id ?? null)}
        />
      )}
    </>
  );
}
