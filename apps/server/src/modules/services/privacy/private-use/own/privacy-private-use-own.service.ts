import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { isPrivateBy } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../../platform/auth/index.ts';
import type { OwnedRule, Transaction } from '../../../../../platform/db/index.ts';
import { conflict, wrongField } from '../../../../../platform/errors.ts';
import type { Services } from '../../../../../platform/services.ts';
import { assignedVehicle, rulesOfVehicle } from '../../../../core/fleet/index.ts';
import { endRules, insertRule } from '../privacy-private-use.repository.ts';
import type { PrivateUseService } from '../privacy-private-use.service.ts';

type Own = AnswerOf<typeof contract.privateUse.own>;
type Wanted = BodyOf<typeof contract.privateUse.switchOwn>;

/** All active rules of a vehicle, and those that its driver can end: the vehicle's own periods. */
async function activeRules(trx: Transaction, vehicleId: number, nowMs: number) {
  const rules = await rulesOfVehicle(trx, vehicleId, { fromMs: nowMs, toMs: nowMs });
  const all = rules.filter((rule) => isPrivateBy(rule, nowMs));
  const own = all.filter(({ kind, vehicleId: of }) => kind === 'period' && of !== null);
  return { all, own };
}

/** End of the last rule; null if a rule has no end, or is a weekly one. */
function endOf(rules: readonly OwnedRule[]): string | null {
  const endMs = Math.max(
    ...rules.map(({ kind, untilMs }) => (kind === 'weekly' ? Number.POSITIVE_INFINITY : untilMs)),
  );
  return Number.isFinite(endMs) ? new Date(endMs).toISOString() : null;
}

/** Lets drivers switch private use of the vehicle that is assigned to them. */
export class OwnPrivateUse {
  constructor(
    private readonly services: Pick<Services, 'db'>,
    private readonly rules: PrivateUseService,
  ) {}

  /** State of the assigned vehicle. */
  read(viewer: Viewer): Promise<Own> {
    return this.services.db.asViewer(viewer, (trx) => this.#shown(trx, viewer));
  }

  /**
   * Switches private use on or off; if it is on already, it stays on with the new end.
   *
   * @throws HttpError 409 without a vehicle, and for a rule set by the company; 400 on `ends_at`
   */
  async switch(viewer: Viewer, wanted: Wanted): Promise<Own> {
    const { own, customerId } = await this.services.db.asViewer(viewer, async (trx) => {
      const vehicle = await assignedVehicle(trx, viewer.userId);
      if (vehicle === null) throw conflict('private_use.no_vehicle');
      await this.#switch(trx, viewer, vehicle, wanted);
      return { own: await this.#shown(trx, viewer), customerId: vehicle.customerId };
    });
    await this.rules.changed(customerId);
    return own;
  }

  async #switch(
    trx: Transaction,
    viewer: Viewer,
    vehicle: { readonly id: number; readonly customerId: number; readonly registration: string },
    wanted: Wanted,
  ): Promise<void> {
    const nowMs = Date.now();
    const { all, own } = await activeRules(trx, vehicle.id, nowMs);
    const endsAt = wanted.is_private && wanted.ends_at != null ? new Date(wanted.ends_at) : null;
    if (endsAt !== null && endsAt.getTime() <= nowMs) {
      throw wrongField('ends_at', 'validation.end_not_after_now');
    }
    if (!wanted.is_private && all.length > own.length) {
      throw conflict('private_use.set_by_company');
    }
    await endRules(
      trx,
      own.map(({ id }) => id),
    );
    const author = await actorOf(trx, viewer);
    if (wanted.is_private) {
      await insertRule(trx, {
        customerId: vehicle.customerId,
        vehicleId: vehicle.id,
        kind: 'period',
        startsAt: new Date(nowMs),
        endsAt,
        weekdays: [],
        startMinute: 0,
        endMinute: 0,
        timeZone: viewer.timeZone ?? 'UTC',
        reason: '',
        author,
      });
    }
    await recordChange(trx, {
      customerId: vehicle.customerId,
      actor: author,
      subject: { kind: 'private_use', id: `vehicle ${vehicle.id}`, name: vehicle.registration },
      action: 'changed',
      before: { is_private: all.length > 0, ends_at: all.length > 0 ? endOf(all) : null },
      after: { is_private: wanted.is_private, ends_at: endsAt?.toISOString() ?? null },
    });
  }

  async #shown(trx: Transaction, viewer: Viewer): Promise<Own> {
    const vehicle = await assignedVehicle(trx, viewer.userId);
    if (vehicle === null) return { vehicle, is_private: false, ends_at: null, may_end: false };
    const { all, own } = await activeRules(trx, vehicle.id, Date.now());
    return {
      vehicle: { id: vehicle.id, registration: vehicle.registration },
      is_private: all.length > 0,
      ends_at: all.length > 0 ? endOf(all) : null,
      may_end: all.length === own.length,
    };
  }
}
