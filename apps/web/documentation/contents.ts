/** A page of the documentation: the name of its file in `docs`, without `.md`. */
export interface Part {
  readonly title: string;
  readonly pages: readonly string[];
}

/** The pages of `docs` in the sequence of the contents, by who reads them. */
export const CONTENTS: readonly Part[] = [
  {
    title: 'Use',
    pages: [
      'home',
      'navigation',
      'search',
      'lists',
      'telematics',
      'trips-and-events',
      'live-video',
      'video',
      'vehicle-page',
      'trailers',
      'couplings',
      'sensors-and-fuel',
      'vehicle-file',
      'vehicle-check',
      'walkaround-check',
      'defects',
      'faults',
      'brake-tests',
      'work-orders',
      'parts',
      'drivers-file',
      'agency-onboarding',
      'service-plans',
      'official-data',
      'tyres',
      'drivers-hours',
      'driver-planning',
      'driver-assignments',
      'driver-messages',
      'coaching',
      'costs',
      'evidence-packs',
      'vor-dashboard',
      'tachograph',
      'unaccounted-driving',
      'alerts-and-messages',
      'device-commands',
      'vehicle-shares',
      'qr-code',
    ],
  },
  {
    title: 'Set up and run',
    pages: [
      'first-run',
      'administration',
      'device-guide',
      'maps',
      'configuration',
      'operations',
      'cluster',
      'privacy',
      'video-transfer',
    ],
  },
  {
    title: 'Connect other systems',
    pages: [
      'data-feeds',
      'outgoing-streams',
      'data-inputs',
      'webhooks',
      'api-catalogue',
      'vehicle-file-calls',
      'pickers',
    ],
  },
  {
    title: 'Develop',
    pages: ['architecture', 'testing', 'performance', 'long-lists', 'requirements'],
  },
];
