import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { isTimeZone } from '@roadworthy/domain/time';
import { actorOf } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { notFound, orNotFound } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { type AuditedRow, recordRow } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import { customerFor, type FieldErrors, throwIfInvalid } from '../../../core/customers/index.ts';
import { visibleVehicle } from '../../../core/fleet/index.ts';
import { customerOfVehicle } from '../../../core/vehicles/index.ts';
import { hidePrivate } from './hiding/privacy-private-use-hiding.service.ts';
import {
  endRules,
  insertRule,
  type RuleRow,
  rulePage,
  visibleRule,
} from './privacy-private-use.repository.ts';
import { minuteOf, type Rule, toRule } from './rule-json.ts';

type Calls = typeof contract.privateUse;
type Body = BodyOf<Calls['create']>;

/** A rule as the audit log stores it. */
function described(row: RuleRow): AuditedRow {
  const { kind, starts_at, ends_at, weekdays, start_minute, end_minute, time_zone, reason } = row;
  const period = { kind, starts_at, ends_at, reason };
  return {
    customerId: row.customer_id,
    subject: { kind: 'private_use', id: String(row.id), name: row.registration ?? row.customer },
    facts:
      kind === 'period' ? period : { ...period, weekdays, start_minute, end_minute, time_zone },
  };
}

function errorsOf(body: Body, startsAt: Date): FieldErrors {
  const endsAt = body.ends_at == null ? null : new Date(body.ends_at);
  return {
    ...(body.kind === 'weekly' && body.weekdays.length === 0
      ? { weekdays: ['private_use.day_required'] }
      : {}),
    ...(endsAt !== null && endsAt <= startsAt
      ? { ends_at: ['validation.end_not_after_start'] }
      : {}),
    ...(body.time_zone !== undefined && !isTimeZone(body.time_zone)
      ? { time_zone: ['validation.time_zone_unknown'] }
      : {}),
  };
}

/** Rules of private use, managed by administrators. */
export class PrivateUseService {
  constructor(private readonly services: Pick<Services, 'db' | 'bus'>) {}

  /**
   * A page of the visible rules.
   *
   * @throws HttpError 404 if the vehicle is not visible
   */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const filter = { vehicleId: query.vehicle ?? null, state: query.state ?? null };
    const { count, rows } = await this.services.db.asViewer(viewer, async (trx) => {
      if (filter.vehicleId !== null) await visibleVehicle(trx, viewer, filter.vehicleId);
      return rulePage(trx, viewer, pageOf(query), filter);
    });
    return { count, results: rows.map((row) => toRule(row, Date.now())) };
  }

  /** @throws HttpError 404 if the rule is not visible */
  read(viewer: Viewer, id: number): Promise<Rule> {
    return this.services.db.asViewer(viewer, (trx) => this.#shown(trx, viewer, id));
  }

  /**
   * Sets one vehicle, or all vehicles of a customer, to private use. It never begins in the past:
   * positions that people have seen already are not hidden.
   *
   * @throws HttpError 400 on the field for a vehicle that is not visible and for invalid values
   */
  async create(viewer: Viewer, body: Body): Promise<Rule> {
    const made = await this.services.db.asViewer(viewer, async (trx) => {
      const startsAt = new Date(Math.max(Date.now(), Date.parse(body.starts_at ?? '') || 0));
      throwIfInvalid(errorsOf(body, startsAt));
      const customerId = await this.#owner(trx, viewer, body);
      const isWeekly = body.kind === 'weekly';
      const author = await actorOf(trx, viewer);
      const id = await insertRule(trx, {
        author,
        customerId,
        vehicleId: body.vehicle,
        kind: body.kind,
        startsAt,
        endsAt: body.ends_at == null ? null : new Date(body.ends_at),
        weekdays: isWeekly ? [...new Set(body.weekdays)].sort() : [],
        startMinute: isWeekly ? minuteOf(body.start_time) : 0,
        endMinute: isWeekly ? minuteOf(body.end_time) : 0,
        timeZone: viewer.timeZone ?? body.time_zone ?? 'UTC',
        reason: body.reason,
      });
      const row = orNotFound(await visibleRule(trx, viewer, id));
      await recordRow(trx, viewer, described, null, row);
      return row;
    });
    await this.changed(made.customer_id);
    return toRule(made, Date.now());
  }

  /**
   * Ends private use now, or cancels a planned rule.
   *
   * @throws HttpError 404 if the rule is not visible, or is for all vehicles and the viewer sees
   *   only some
   */
  async end(viewer: Viewer, id: number): Promise<Rule> {
    const ended = await this.services.db.asViewer(viewer, async (trx) => {
      const before = await visibleRule(trx, viewer, id, true);
      const mayNot = before?.vehicle_id === null && viewer.depotScope !== 'all';
      if (before === undefined || mayNot) throw notFound();
      await endRules(trx, [id]);
      const after = orNotFound(await visibleRule(trx, viewer, id));
      await recordRow(trx, viewer, described, before, after);
      return after;
    });
    await this.changed(ended.customer_id);
    return toRule(ended, Date.now());
  }

  /** Notifies gateways, and hides or shows the vehicles at once. Call it after the commit. */
  async changed(customerId: number): Promise<void> {
    this.services.bus.publish('private-use.changed', { customerId });
    await hidePrivate(this.services);
  }

  async #shown(trx: Transaction, viewer: Viewer, id: number): Promise<Rule> {
    const row = orNotFound(await visibleRule(trx, viewer, id));
    return toRule(row, Date.now());
  }

  /**
   * The customer of a new rule. The vehicle must be visible; a rule for all requires access to all
   * depots.
   */
  async #owner(trx: Transaction, viewer: Viewer, body: Body): Promise<number> {
    if (body.vehicle === null) {
      if (viewer.depotScope !== 'all') throwIfInvalid({ vehicle: ['vehicle.required'] });
      return customerFor(trx, viewer, body.customer);
    }
    const found = await visibleVehicle(trx, viewer, body.vehicle).catch(() => null);
    if (found === null) throwIfInvalid({ vehicle: ['vehicle.unknown'] });
    return customerOfVehicle(trx, body.vehicle);
  }
}
