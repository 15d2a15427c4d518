import type { AnswerOf, contract, RequestOf } from '@roadworthy/contract';

export type PrivateUse = AnswerOf<typeof contract.privateUse.read>;
type Body = RequestOf<typeof contract.privateUse.create>['body'];

/** Form values; times are in the browser's time zone. */
export interface PrivateUseDraft {
  readonly customer: number | null;
  readonly vehicle: { readonly id: number; readonly registration: string } | null;
  /** All vehicles instead of one. */
  readonly isAll: boolean;
  readonly kind: PrivateUse['kind'];
  /** In the format of a datetime-local input; empty for now. */
  readonly starts_at: string;
  /** Empty for no end. */
  readonly ends_at: string;
  readonly weekdays: readonly number[];
  readonly start_time: string;
  readonly end_time: string;
  readonly reason: string;
}

/** Typical hours: evenings and nights of working days. */
export const NEW: PrivateUseDraft = {
  customer: null,
  vehicle: null,
  isAll: false,
  kind: 'period',
  starts_at: '',
  ends_at: '',
  weekdays: [1, 2, 3, 4, 5],
  start_time: '18:00',
  end_time: '07:00',
  reason: '',
};

const momentOf = (text: string) => (text === '' ? null : new Date(text).toISOString());

/** The request body. */
export function privateUseBody(draft: PrivateUseDraft): Body {
  const isWeekly = draft.kind === 'weekly';
  return {
    vehicle: draft.isAll ? null : (draft.vehicle?.id ?? null),
    ...(draft.customer === null ? {} : { customer: draft.customer }),
    kind: draft.kind,
    starts_at: momentOf(draft.starts_at),
    ends_at: momentOf(draft.ends_at),
    weekdays: isWeekly ? [...draft.weekdays] : [],
    start_time: isWeekly ? draft.start_time : '00:00',
    end_time: isWeekly ? draft.end_time : '00:00',
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    reason: draft.reason,
  };
}
