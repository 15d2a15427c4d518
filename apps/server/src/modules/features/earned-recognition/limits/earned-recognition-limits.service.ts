import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import {
  badRequest,
  type ErrorMessage,
  notFound,
  orNotFound,
} from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import { customerName } from '../../../core/customers/index.ts';
import {
  changedMeanwhile,
  keepMeasures,
  type LimitsRow,
  limitsRow,
  lockLimits,
  storeLimits,
} from '../../records/index.ts';
import { measureLimits } from '../earned-recognition.repository.ts';

type Calls = typeof contract.earnedRecognitionLimits;
type Limits = AnswerOf<Calls['read']>;
type Body = BodyOf<Calls['change']>;

/** Owner of the thresholds: a customer, or the installation (null). */
function whose(viewer: Viewer, customer: number | undefined): number | null {
  const customerId = customer ?? viewer.customerId;
  if (!viewer.isGlobalAdmin && customerId !== viewer.customerId) throw notFound();
  return customerId;
}

/** Refuse a trigger above its target: a figure that meets its target would reach it. */
function refuseTriggers({ measures }: Body): void {
  const errors: Record<string, ErrorMessage[]> = {};
  const seen = new Set<string>();
  for (const [n, { measure, target, trigger }] of measures.entries()) {
    if (seen.has(measure)) errors[`measures.${n}.measure`] = ['threshold.named_twice'];
    seen.add(measure);
    if (trigger > target) {
      errors[`measures.${n}.trigger`] = ['threshold.trigger_above_target'];
    }
  }
  const [first] = Object.values(errors);
  if (first !== undefined) throw badRequest(first[0] ?? 'validation.invalid', { errors });
}

function rowOf(body: Body, version: number): Omit<LimitsRow, 'customer_id'> {
  return {
    brake_service_pct: body.brake_service,
    brake_secondary_pct: body.brake_secondary,
    brake_parking_pct: body.brake_parking,
    tread_heavy_mm: body.tread_heavy,
    tread_light_mm: body.tread_light,
    short_check_s: body.short_check,
    due_advisory_days: body.due_advisory,
    due_minor_days: body.due_minor,
    due_major_days: body.due_major,
    due_dangerous_days: body.due_dangerous,
    version,
  };
}

async function limitsOf(trx: Transaction, customerId: number | null): Promise<Limits> {
  const row = await limitsRow(trx, customerId);
  return {
    customer: customerId,
    is_own: row.customer_id === customerId,
    version: row.version,
    brake_service: row.brake_service_pct,
    brake_secondary: row.brake_secondary_pct,
    brake_parking: row.brake_parking_pct,
    tread_heavy: row.tread_heavy_mm,
    tread_light: row.tread_light_mm,
    short_check: row.short_check_s,
    due_advisory: row.due_advisory_days,
    due_minor: row.due_minor_days,
    due_major: row.due_major_days,
    due_dangerous: row.due_dangerous_days,
    measures: await measureLimits(trx, customerId),
  };
}

/** For the log: each figure by name, so that one changed figure is one change. */
function logged({ measures, version: _version, customer: _customer, ...limits }: Limits) {
  const figures = measures.flatMap(({ measure, target, trigger }) => [
    [`${measure}_target`, target],
    [`${measure}_trigger`, trigger],
  ]);
  return { ...limits, ...Object.fromEntries(figures) };
}

/** Thresholds of records, which administrators can change (O-P07). */
export class RecordLimitsService {
  constructor(private readonly services: Pick<Services, 'db'>) {}

  /** @throws HttpError 404 for another customer */
  read(viewer: Viewer, customer: number | undefined): Promise<Limits> {
    const customerId = whose(viewer, customer);
    return this.services.db.asViewer(viewer, async (trx) => {
      await this.#known(trx, customerId);
      return limitsOf(trx, customerId);
    });
  }

  /**
   * Changes the thresholds of a customer or the installation. Existing records keep their
   * thresholds.
   *
   * @throws HttpError 404 for another customer, 409 if another person changed them first, 400 on
   *   the field
   */
  change(viewer: Viewer, customer: number | undefined, body: Body): Promise<Limits> {
    const customerId = whose(viewer, customer);
    refuseTriggers(body);
    return this.services.db.asViewer(viewer, async (trx) => {
      const name = await this.#known(trx, customerId);
      await lockLimits(trx, customerId);
      const before = await limitsOf(trx, customerId);
      if (before.version !== body.version) throw changedMeanwhile();
      await storeLimits(trx, customerId, rowOf(body, body.version + 1));
      await keepMeasures(trx, customerId, body.measures);
      const after = await limitsOf(trx, customerId);
      // The log is per customer; a change for the installation is in the log of the person's
      // customer.
      const logOf = customerId ?? viewer.customerId;
      if (logOf !== null) {
        await recordChange(trx, {
          customerId: logOf,
          actor: await actorOf(trx, viewer),
          subject: { kind: 'record_limits', id: String(customerId ?? 0), name },
          action: 'changed',
          before: logged(before),
          after: logged(after),
        });
      }
      return after;
    });
  }

  async #known(trx: Transaction, customerId: number | null): Promise<string> {
    if (customerId === null) return 'Installation';
    return orNotFound(await customerName(trx, customerId));
  }
}
