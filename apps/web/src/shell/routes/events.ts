import { laterScreen } from '../../widgets/later/later.tsx';
import { screenAt } from './screen-route.ts';

/** Events, alerts and video. */
export const eventRoutes = [
  screenAt(
    '/events/alerts',
    laterScreen(() => import('../../modules/events/alerts/screen.tsx'), 'AlertsScreen'),
  ),
  screenAt(
    '/events/activity',
    laterScreen(() => import('../../modules/events/screen.tsx'), 'EventsScreen'),
  ),
  screenAt(
    '/video/historic',
    laterScreen(() => import('../../modules/video/historic/screen.tsx'), 'HistoricScreen'),
  ),
];
