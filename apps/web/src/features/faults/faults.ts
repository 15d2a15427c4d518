import type { AnswerOf, contract } from '@roadworthy/contract';

export type Fault = AnswerOf<typeof contract.faults.read>;
export type FaultRow = AnswerOf<typeof contract.faults.list>['results'][number];
export type ThreadStep = Fault['steps'][number];
export type FaultSettings = AnswerOf<typeof contract.faults.settings>;

/** Key of the lists in the cache, and kind of the history. */
export const FAULTS_KEY = 'fault';

/** The screen of the record of a step. */
export function pathOfRecord({ id, kind }: NonNullable<ThreadStep['record']>): {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
} {
  const search = { open: String(id) };
  switch (kind) {
    case 'defect':
      return { to: '/defects', search };
    case 'vor':
      return { to: '/vor-dashboard/vor', search };
    case 'work_order':
      return { to: '/work-orders', search };
    case 'inspection':
      return { to: '/inspections', search };
    case 'fault':
      return { to: '/faults', search };
    case 'driver_check':
      return { to: '/vehicle-file/activity', search: { record: String(id) } };
  }
}
