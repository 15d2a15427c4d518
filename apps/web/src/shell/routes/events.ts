import { lazyRouteComponent } from '@tanstack/react-router';
import { screenAt } from './screen-route.ts';

/** Events, alerts and video. */
export const eventRoutes = [
  screenAt(
    '/events/alerts',
    lazyRouteComponent(() => import('../../modules/events/alerts/screen.tsx'), 'AlertsScreen'),
  ),
  screenAt(
    '/events/activity',
    lazyRouteComponent(() => import('../../modules/events/screen.tsx'), 'EventsScreen'),
  ),
  screenAt(
    '/video/historic',
    lazyRouteComponent(() => import('../../modules/video/historic/screen.tsx'), 'HistoricScreen'),
  ),
];
