import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { conflict, orNotFound } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  changePolicy,
  lacksFactor,
  policyOf,
} from '../second-factor/sign-in-second-factor.repository.ts';

/** Whether a customer requires a second factor of its users. */
export class FactorPolicyService {
  constructor(private readonly services: Pick<Services, 'db' | 'bus'>) {}

  /** Whether the customer requires second factors. @throws HttpError 404 without a customer */
  async policy(viewer: Viewer) {
    const { customerId } = viewer;
    if (customerId === null) return { requires_second_factor: false, without: 0 };
    return orNotFound(await this.services.db.asSystem((trx) => policyOf(trx, customerId)));
  }

  /**
   * Sets whether the customer requires a second factor of all its users.
   *
   * @throws HttpError 409 for an administrator without one, who would lose access
   */
  async changePolicy(viewer: Viewer, isRequired: boolean): Promise<void> {
    const { customerId } = viewer;
    if (customerId === null) throw conflict('account.no_customer');
    await this.services.db.asSystem(async (trx) => {
      if (isRequired && (await lacksFactor(trx, viewer.userId))) {
        throw conflict('account.own_factor_first');
      }
      const before = await policyOf(trx, customerId);
      const name = (await changePolicy(trx, customerId, isRequired))?.name ?? '';
      await recordChange(trx, {
        customerId,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'customer', id: String(customerId), name },
        action: 'changed',
        before: { requires_second_factor: before?.requires_second_factor },
        after: { requires_second_factor: isRequired },
      });
    });
    this.services.bus.publish('users.changed', { userId: null, customerId });
  }
}
