/** What the system health checks, in the sequence of the list. Each has its texts on the server. */
export const SYSTEM_CHECKS = [
  'server',
  'ports',
  'address',
  'certificate',
  'disk',
  'files',
  'database',
  'vacuum',
  'replication',
  'bus',
  'clock',
  'jobs',
  'deliveries',
  'mail',
  'backup',
  'map',
  'geocoder',
  'official_data',
  'tachograph_mail',
] as const;
export type SystemCheck = (typeof SYSTEM_CHECKS)[number];

/** `unused`: the installation does not have this part. */
export const SYSTEM_CHECK_STATES = ['ok', 'warning', 'error', 'unused'] as const;
export type SystemCheckState = (typeof SYSTEM_CHECK_STATES)[number];
