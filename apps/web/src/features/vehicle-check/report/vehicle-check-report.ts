import type { AnswerOf, contract } from '@roadworthy/contract';

export type Report = AnswerOf<typeof contract.vehicleCheck.details>;
