import type { Services } from '../../../../../platform/services.ts';

/** Services that run an upload. */
export type RunServices = Pick<Services, 'db' | 'mail' | 'config' | 'bus' | 'log'>;
