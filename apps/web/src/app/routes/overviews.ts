import { laterScreen } from '../../ui/later/later.tsx';
import { screenAt } from './screen-route.ts';

/** The pages of one vehicle, driver or depot. The server decides who sees which. */
export const overviewRoutes = [
  screenAt(
    '/vehicles/$id',
    laterScreen(
      () => import('../../features/overviews/vehicle/overviews-vehicle.screen.tsx'),
      'VehicleScreen',
    ),
  ),
  screenAt(
    '/drivers/$id',
    laterScreen(
      () => import('../../features/overviews/driver/overviews-driver.screen.tsx'),
      'DriverScreen',
    ),
  ),
  screenAt(
    '/depots/$id',
    laterScreen(
      () => import('../../features/overviews/depot/overviews-depot.screen.tsx'),
      'DepotScreen',
    ),
  ),
];
