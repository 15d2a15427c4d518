import type { AnswerOf, contract } from '@roadworthy/contract';
import { api } from '../../../api/client.ts';
import type { VehicleSource } from '../../../ui/vehicle-autocomplete/use-vehicle-search.ts';

export type PanelVehicle = Pick<
  AnswerOf<typeof contract.vehicleFile.vehicles>['results'][number],
  'id' | 'registration' | 'type' | 'vehicle_type' | 'manufacturer_model' | 'permission'
>;

/** Requirements H-67, H-68. */
const PAGE_SIZE = 25;
const DEBOUNCE_MS = 300;

/** Source and delay of the panel's autocomplete (R-096, OP-003). */
export const PANEL_VEHICLES: VehicleSource<PanelVehicle> = {
  debounceMs: DEBOUNCE_MS,
  find: (term, signal) =>
    api.vehicleFile.vehicles({
      query: { pageSize: PAGE_SIZE, page: 1, ordering: 'registration', search: term },
      signal,
    }),
};
