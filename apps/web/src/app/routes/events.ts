import { laterScreen } from '../../ui/later/later.tsx';
import { MAIN_SCREENS } from '../main-screens.ts';
import { screenAt } from './screen-route.ts';

/** Events, alerts and video. */
export const eventRoutes = [
  screenAt(
    '/events/alerts',
    laterScreen(() => import('../../features/alerts/alerts.screen.tsx'), 'AlertsScreen'),
  ),
  screenAt('/events/activity', laterScreen(MAIN_SCREENS['/events/activity'], 'EventsScreen')),
  screenAt(
    '/video/cameras',
    laterScreen(() => import('../../features/cameras/cameras.screen.tsx'), 'CamerasScreen'),
  ),
  screenAt(
    '/video/historic',
    laterScreen(
      () => import('../../features/video-recorded/video-recorded.screen.tsx'),
      'HistoricScreen',
    ),
  ),
];
