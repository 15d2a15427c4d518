import type { BodyOf, contract } from '@roadworthy/contract';

/** The request body of an accident report. */
export type AccidentBody = BodyOf<(typeof contract.accidents)['reportAccident']>;
