import { administration } from './administration.ts';
import { platform } from './platform.ts';
import { signIn } from './sign-in.ts';
import { telematics } from './telematics.ts';

export { PROTOCOLS } from './administration.ts';
export * from './endpoint.ts';
export * as shapes from './shapes.ts';

/** Every call of the product, by module. */
export const contract = { platform, signIn, telematics, administration } as const;
export type Contract = typeof contract;
export { openApiDocument } from './open-api.ts';
export type { TrackUpdate } from './telematics.ts';
