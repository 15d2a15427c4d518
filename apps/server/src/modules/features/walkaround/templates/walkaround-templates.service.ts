import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, TemplateItem, Transaction } from '../../../../platform/db/index.ts';
import { badRequest, conflict, notFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import {
  checksOf,
  currentTemplates,
  holdTemplates,
  insertVersion,
  supersede,
  type TemplateRow,
  visibleTemplate,
} from './walkaround-templates.repository.ts';

type Calls = typeof contract.walkaround;
type Template = AnswerOf<Calls['template']>;
type Body = BodyOf<Calls['changeTemplate']>;

const CHANGED = 'check.template_changed';

/** A template as a phone asks it. */
export function toAsked({ id, vehicle_type, version, items }: TemplateRow) {
  return { id, vehicle_type, version, items };
}

/** A template as administrators have it. */
function toTemplate(row: TemplateRow, checks: ReadonlyMap<number, number>): Template {
  return {
    ...toAsked(row),
    is_shared: row.customer_id === null,
    changed_at: toApiDateTime(row.changed_at.getTime()),
    changed_by: row.changed_by,
    checks_count: checks.get(row.id) ?? 0,
  };
}

/** A template as the audit log keeps it. */
const kept = ({ version, items }: Pick<TemplateRow, 'version' | 'items'>) => ({
  version,
  items: items.map(({ section, name, area, hint }) =>
    [section, name, area, hint].filter((part) => part !== '').join(' · '),
  ),
});

/** @throws HttpError 400 beside an item that is asked twice in its section */
function refuseTwice(items: readonly TemplateItem[]): void {
  const said = items.map(({ section, name }) => `${section}\n${name}`.toLowerCase());
  const twice = said.findIndex((one, n) => said.indexOf(one) !== n);
  if (twice >= 0) throw wrongField(`items.${twice}.name`, 'check.item_twice');
}

/** Templates of walkaround checks, in versions (facts of the trade, walkaround check; L-P01). */
export class TemplatesService {
  constructor(private readonly db: Database) {}

  /** What is asked of each kind of vehicle, by the kind. */
  async list(
    viewer: Viewer,
    query: QueryOf<Calls['templates']>,
  ): Promise<AnswerOf<Calls['templates']>> {
    const { search, descending, limit, offset } = pageOf(query);
    return this.db.asViewer(viewer, async (trx) => {
      const wanted = search.toLowerCase();
      const rows = (await currentTemplates(trx, viewer.customerId)).filter(
        ({ vehicle_type: type, items }) =>
          type.toLowerCase().includes(wanted) ||
          items.some(({ name }) => name.toLowerCase().includes(wanted)),
      );
      if (descending) rows.reverse();
      const page = rows.slice(offset, offset + limit);
      const ids = page.map(({ id }) => id);
      const checks = await checksOf(trx, ids);
      return { count: rows.length, results: page.map((row) => toTemplate(row, checks)) };
    });
  }

  /** @throws HttpError 404 for an unknown template and for another customer's */
  async read(viewer: Viewer, id: number): Promise<Template> {
    return this.db.asViewer(viewer, async (trx) => {
      const row = await visibleTemplate(trx, viewer, id);
      if (row === undefined) throw notFound();
      return toTemplate(row, await checksOf(trx, [id]));
    });
  }

  /**
   * Makes the next version. Of the installation's template a customer's administrator makes the
   * customer's own; a global administrator without customer changes it for all.
   *
   * @throws HttpError 400 beside the item, 404 for an unknown template, 409 where another version is the
   *   newest by now
   */
  async change(viewer: Viewer, id: number, body: Body): Promise<Template> {
    refuseTwice(body.items);
    return this.db.asViewer(viewer, async (trx) => {
      const known = await visibleTemplate(trx, viewer, id);
      if (known === undefined) throw notFound();
      const customerId = known.customer_id ?? viewer.customerId;
      await holdTemplates(trx, customerId);
      await this.#refuseStale(trx, known, customerId, body.version);
      const { name } = await actorOf(trx, viewer);
      const type = known.vehicle_type;
      await supersede(trx, customerId, type);
      const of = { customerId, type, items: body.items, changedBy: name };
      const next = await visibleTemplate(trx, viewer, await insertVersion(trx, of));
      if (next === undefined) throw notFound();
      await this.#record(trx, viewer, customerId, known, next);
      return toTemplate(next, new Map());
    });
  }

  /**
   * Goes back to the installation's template; old checks keep what they asked.
   *
   * @throws HttpError 400 for the installation's own, 404 for an unknown template, 409 for an old version
   */
  async drop(viewer: Viewer, id: number): Promise<void> {
    await this.db.asViewer(viewer, async (trx) => {
      const known = await visibleTemplate(trx, viewer, id);
      if (known === undefined) throw notFound();
      if (known.customer_id === null) {
        throw badRequest('check.template_built_in');
      }
      await holdTemplates(trx, known.customer_id);
      await this.#refuseStale(trx, known, known.customer_id, known.version);
      await supersede(trx, known.customer_id, known.vehicle_type);
      await this.#record(trx, viewer, known.customer_id, known, null);
    });
  }

  async #refuseStale(
    trx: Transaction,
    known: TemplateRow,
    customerId: number | null,
    seen: number | undefined,
  ): Promise<void> {
    const current = (await currentTemplates(trx, customerId)).find(
      ({ vehicle_type: type }) => type === known.vehicle_type,
    );
    const isSeen = seen === undefined || seen === known.version;
    if (current?.id !== known.id || !isSeen) throw conflict(CHANGED);
  }

  async #record(
    trx: Transaction,
    viewer: Viewer,
    customerId: number | null,
    before: TemplateRow,
    after: TemplateRow | null,
  ): Promise<void> {
    const type = before.vehicle_type;
    await recordChange(trx, {
      customerId,
      actor: await actorOf(trx, viewer),
      subject: { kind: 'check_template', id: type, name: type },
      action: after === null ? 'removed' : 'changed',
      before: kept(before),
      after: after === null ? null : kept(after),
    });
  }
}
