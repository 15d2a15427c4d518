import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import {
  mayKeepFor,
  RETENTION_KIND_NAMES,
  RETENTION_KINDS,
  type RetentionKind,
} from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { forbidden, orNotFound } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  customerFor,
  customerName,
  type FieldErrors,
  throwIfInvalid,
} from '../../../core/customers/index.ts';
import { setVideoRetention, videoKeptDays } from '../../../features/video-recorded/index.ts';
import { countExpired, ownSettings, writeSetting } from './privacy-retention.repository.ts';

type Calls = typeof contract.retention;
type Settings = AnswerOf<Calls['read']>;
type Days = Settings['days'];

const DAY_MS = 86_400_000;
const COUNT_LIMIT = 100_000;

/** Retention period of each kind of a customer's data, in days; null for no limit. */
export async function retentionDays(trx: Transaction, customerId: number): Promise<Days> {
  const own = await ownSettings(trx, customerId);
  const of = (kind: Exclude<RetentionKind, 'video'>) =>
    own.has(kind) ? (own.get(kind) ?? null) : RETENTION_KINDS[kind].usualDays;
  return {
    positions: of('positions'),
    journeys: of('journeys'),
    video: await videoKeptDays(trx, customerId),
    accidents: of('accidents'),
    tachograph: of('tachograph'),
    driver_documents: of('driver_documents'),
    onboardings: of('onboardings'),
    driver_messages: of('driver_messages'),
    driver_handovers: of('driver_handovers'),
  };
}

/** Data older than this is deleted; null if none is. */
export function cutoffOf(days: number | null, nowMs: number): Date | null {
  return days === null ? null : new Date(nowMs - days * DAY_MS);
}

/** Kinds that older callers do not know. */
type NewerKind =
  | 'tachograph'
  | 'driver_documents'
  | 'onboardings'
  | 'driver_messages'
  | 'driver_handovers';
type Given = Omit<Days, NewerKind> & { readonly [K in NewerKind]?: number | null | undefined };

/** The periods after a change; those that a caller leaves out stay. */
const changedDays = (now: Days, given: Given): Days => ({
  ...now,
  ...given,
  tachograph: given.tachograph === undefined ? now.tachograph : given.tachograph,
  driver_documents:
    given.driver_documents === undefined ? now.driver_documents : given.driver_documents,
  onboardings: given.onboardings === undefined ? now.onboardings : given.onboardings,
  driver_messages:
    given.driver_messages === undefined ? now.driver_messages : given.driver_messages,
  driver_handovers:
    given.driver_handovers === undefined ? now.driver_handovers : given.driver_handovers,
});

function checkDays(days: Days): void {
  const errors: FieldErrors = {};
  for (const kind of RETENTION_KIND_NAMES) {
    if (mayKeepFor(kind, days[kind])) continue;
    const { shortestDays, longestDays } = RETENTION_KINDS[kind];
    errors[kind] = [
      { code: 'validation.days_between', params: { least: shortestDays, most: longestDays } },
    ];
  }
  throwIfInvalid(errors);
}

/** Retention periods, set by administrators. */
export class RetentionService {
  constructor(private readonly services: Pick<Services, 'db' | 'config'>) {}

  /** @throws HttpError 400 for another customer than the viewer's */
  read(viewer: Viewer, customer: number | undefined): Promise<Settings> {
    return this.services.db.asViewer(viewer, async (trx) =>
      this.#shown(trx, await customerFor(trx, viewer, customer)),
    );
  }

  /**
   * Sets the retention periods. Older data is deleted the next night, so that a mistake can be
   * corrected.
   *
   * @throws HttpError 400 on the kind for a period that the law or the product does not permit
   */
  change(viewer: Viewer, body: BodyOf<Calls['change']>): Promise<Settings> {
    const { customer, ...given } = body;
    return this.services.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, customer);
      // The settings apply to the whole customer.
      if (viewer.depotScope !== 'all') {
        throw forbidden('retention.all_depots_required');
      }
      const before = await this.#shown(trx, customerId);
      const days = changedDays(before.days, given);
      checkDays(days);
      for (const kind of RETENTION_KIND_NAMES) {
        if (days[kind] === before.days[kind]) continue;
        if (kind === 'video') await setVideoRetention(trx, customerId, days.video ?? 0);
        else await writeSetting(trx, customerId, kind, days[kind]);
      }
      const after = await this.#shown(trx, customerId);
      await recordChange(trx, {
        customerId,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'retention', id: String(customerId), name: after.customer.name },
        action: 'changed',
        before: before.days,
        after: after.days,
      });
      return after;
    });
  }

  /** Counts what these settings would delete. @throws HttpError as {@link change} */
  preview(viewer: Viewer, body: BodyOf<Calls['preview']>): Promise<AnswerOf<Calls['preview']>> {
    const { customer, ...given } = body;
    return this.services.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, customer);
      const days = changedDays(await retentionDays(trx, customerId), given);
      checkDays(days);
      const results = [];
      for (const kind of RETENTION_KIND_NAMES) {
        const before = cutoffOf(days[kind], Date.now());
        const count =
          before === null ? 0 : await countExpired(trx, kind, customerId, before, COUNT_LIMIT + 1);
        results.push({
          kind,
          before: before?.toISOString() ?? null,
          count: Math.min(count, COUNT_LIMIT),
          count_is_limit: count > COUNT_LIMIT,
        });
      }
      return { results };
    });
  }

  async #shown(trx: Transaction, customerId: number): Promise<Settings> {
    const name = orNotFound(await customerName(trx, customerId));
    return {
      customer: { id: customerId, name },
      days: await retentionDays(trx, customerId),
      positions_limit: this.services.config.positionsRetentionDays,
    };
  }
}
