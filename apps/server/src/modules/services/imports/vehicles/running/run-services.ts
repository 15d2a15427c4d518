import type { Services } from '../../../../../platform/services.ts';

/** Services that run an upload. */
export type RunServices = Pick<Services, 'db' | 'config' | 'bus' | 'log'>;
