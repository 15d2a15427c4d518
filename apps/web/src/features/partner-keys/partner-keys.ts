import type { AnswerOf, contract } from '@roadworthy/contract';

export type PartnerKey = AnswerOf<typeof contract.partnerKeys.list>['results'][number];

/** A key as it is asked for: a name, and whose it is where that can be chosen. */
export interface KeyDraft {
  readonly name: string;
  readonly customer: number | null;
}
