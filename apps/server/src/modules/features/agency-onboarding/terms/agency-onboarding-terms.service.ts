import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { actorOf } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { badRequest } from '../../../../platform/errors.ts';
import { recordRow } from '../../../../platform/resource.ts';
import { refusingTaken } from '../../../core/customers/index.ts';
import { changedMeanwhile } from '../../records/index.ts';
import { currentTerms, insertTerms, type TermsRow } from './agency-onboarding-terms.repository.ts';

type Terms = AnswerOf<typeof contract.agencyOnboarding.terms>;

function customerOf({ customerId }: Viewer): number {
  if (customerId === null) throw badRequest('agency_onboarding.terms_need_customer');
  return customerId;
}

const toTerms = (row: TermsRow | undefined): Terms =>
  row === undefined
    ? { version: 0, text: '', changed_at: null, changed_by: '' }
    : {
        version: row.version,
        text: row.body,
        changed_at: toApiDateTime(row.created_at.getTime()),
        changed_by: row.created_by,
      };

/** The terms and the driver handbook that agency drivers accept. Each version is kept. */
export class AgencyTermsService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 400 if the viewer has no customer */
  read(viewer: Viewer): Promise<Terms> {
    const customerId = customerOf(viewer);
    return this.db.asViewer(viewer, async (trx) => toTerms(await currentTerms(trx, customerId)));
  }

  /**
   * Stores a new version; the same text stores none.
   *
   * @throws HttpError 400 if the viewer has no customer, 409 if another person did the same at this moment
   */
  change(viewer: Viewer, text: string): Promise<Terms> {
    const customerId = customerOf(viewer);
    const subject = { kind: 'agency_terms', id: String(customerId), name: '' } as const;
    const described = ({ version, body }: TermsRow) => ({
      customerId,
      subject,
      facts: { version, text: body },
    });
    const work = this.db.asViewer(viewer, async (trx) => {
      const before = await currentTerms(trx, customerId);
      if ((before?.body ?? '') === text) return toTerms(before);
      const { name } = await actorOf(trx, viewer);
      const version = (before?.version ?? 0) + 1;
      await insertTerms(trx, customerId, { version, body: text, created_by: name });
      const after = await currentTerms(trx, customerId);
      await recordRow(trx, viewer, described, before ?? null, after ?? null);
      return toTerms(after);
    });
    return refusingTaken(work, () => {
      throw changedMeanwhile();
    });
  }
}
