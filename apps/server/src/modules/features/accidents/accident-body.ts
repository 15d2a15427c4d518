import type { BodyOf, contract } from '@roadworthy/contract';

/** An accident report as it is sent. */
export type AccidentBody = BodyOf<(typeof contract.accidents)['reportAccident']>;
