import { useTranslation } from 'react-i18next';
import { VehicleAutocomplete } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { LiveScreen } from './tracking.screen.tsx';

/** Screen /telematics/track-vehicle: follows one vehicle (requirements M-02, M-P02). */
export function TrackVehicleScreen() {
  const { t } = useTranslation();
  return (
    <LiveScreen
      key="track-vehicle"
      title={t('trackVehicle.title')}
      isSingle
      finder={({ selected, select }) => (
        <VehicleAutocomplete
          selected={
            selected === undefined ? null : { id: selected.id, registration: selected.registration }
          }
          onChange={(vehicle) => select(vehicle?.id ?? null)}
        />
      )}
    />
  );
}
