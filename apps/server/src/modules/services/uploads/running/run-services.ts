import type { Services } from '../../../../platform/services.ts';

/** What the run of an upload needs. */
export type RunServices = Pick<Services, 'db' | 'mail' | 'config' | 'bus' | 'log'>;
