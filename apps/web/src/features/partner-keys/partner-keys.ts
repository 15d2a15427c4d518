import type { AnswerOf, contract } from '@roadworthy/contract';

export type PartnerKey = AnswerOf<typeof contract.partnerKeys.list>['results'][number];

/** Form values of a key: a name, and the customer if it can be selected. */
export interface KeyDraft {
  readonly name: string;
  readonly customer: number | null;
}
