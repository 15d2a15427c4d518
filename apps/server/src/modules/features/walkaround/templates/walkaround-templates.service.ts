import { isDeepStrictEqual } from 'node:util';
import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { actorOf } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import type { Database, TemplateItem, Transaction } from '../../../../platform/db/index.ts';
import { badRequest, conflict, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { knownText } from '../../../../platform/known-texts.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { type AuditedRow, recordRow } from '../../../../platform/resource.ts';
import {
  checksOf,
  currentTemplates,
  insertVersion,
  lockTemplates,
  supersede,
  type TemplateRow,
  visibleTemplate,
} from './walkaround-templates.repository.ts';

type Calls = typeof contract.walkaround;
type Template = AnswerOf<Calls['template']>;
type Body = BodyOf<Calls['changeTemplate']>;

const CHANGED = 'check.template_changed';

/** A template as sent to phones. */
export function toPhoneTemplate({ id, vehicle_type, version, items }: TemplateRow) {
  return { id, vehicle_type, version, items };
}

/** A template as sent to administrators. */
function toTemplate(row: TemplateRow, checks: ReadonlyMap<number, number>): Template {
  return {
    ...toPhoneTemplate(row),
    is_shared: row.customer_id === null,
    is_for_trailers: row.is_for_trailers,
    changed_at: toApiDateTime(row.changed_at.getTime()),
    changed_by: row.changed_by,
    checks_count: checks.get(row.id) ?? 0,
  };
}

/** The subject of the history of the template for trailers. */
const TRAILER_SUBJECT = 'TRAILER';
const subjectOf = (name: string) => ({ id: name, name });

/** A template as the audit log of a customer stores it. */
const describing =
  (customerId: number | null) =>
  ({ is_for_trailers: isForTrailers, vehicle_type, version, items }: TemplateRow): AuditedRow => ({
    customerId,
    subject: {
      kind: 'check_template',
      ...subjectOf(isForTrailers ? TRAILER_SUBJECT : vehicle_type),
    },
    facts: {
      version,
      items: items.map(({ section, name, area, hint }) =>
        [section, name, area, hint].filter((part) => part !== '').join(' · '),
      ),
    },
  });

/** @throws HttpError 400 on an item that is already in its section */
function refuseDuplicates(items: readonly TemplateItem[]): void {
  const keys = items.map(({ section, name }) => `${section}\n${name}`.toLowerCase());
  const duplicate = keys.findIndex((one, n) => keys.indexOf(one) !== n);
  if (duplicate >= 0) throw wrongField(`items.${duplicate}.name`, 'check.item_twice');
}

/** Versioned templates of walkaround checks (facts of the trade, walkaround check; L-P01). */
export class TemplatesService {
  constructor(private readonly db: Database) {}

  /** Lists the current templates, sorted by vehicle type. */
  async list(
    viewer: Viewer,
    query: QueryOf<Calls['templates']>,
  ): Promise<AnswerOf<Calls['templates']>> {
    const { search, descending, limit, offset } = pageOf(query);
    return this.db.asViewer(viewer, async (trx) => {
      const wanted = search.toLowerCase();
      const wording = await wordingOf(trx, viewer.customerId, viewer.language);
      const rows = (await currentTemplates(trx, viewer.customerId)).filter(
        ({ vehicle_type: type, items }) =>
          [type, ...items.map(({ name }) => knownText(wording, name))].some((text) =>
            text.toLowerCase().includes(wanted),
          ),
      );
      if (descending) rows.reverse();
      const page = rows.slice(offset, offset + limit);
      const ids = page.map(({ id }) => id);
      const checks = await checksOf(trx, ids);
      return { count: rows.length, results: page.map((row) => toTemplate(row, checks)) };
    });
  }

  /** @throws HttpError 404 if the template is unknown or of another customer */
  async read(viewer: Viewer, id: number): Promise<Template> {
    return this.db.asViewer(viewer, async (trx) => {
      const row = orNotFound(await visibleTemplate(trx, viewer, id));
      return toTemplate(row, await checksOf(trx, [id]));
    });
  }

  /**
   * Creates the next version. If a customer's administrator changes the installation's template,
   * the result is a template of the customer; a global administrator without a customer changes it
   * for all. The same items create no version.
   *
   * @throws HttpError 400 on the item, 404 if the template is unknown, 409 if a newer version
   *   exists
   */
  async change(viewer: Viewer, id: number, body: Body): Promise<Template> {
    refuseDuplicates(body.items);
    return this.db.asViewer(viewer, async (trx) => {
      const known = orNotFound(await visibleTemplate(trx, viewer, id));
      const customerId = known.customer_id ?? viewer.customerId;
      await lockTemplates(trx, customerId);
      await this.#refuseStale(trx, known, customerId, body.version);
      if (isDeepStrictEqual(body.items, known.items)) {
        return toTemplate(known, await checksOf(trx, [id]));
      }
      const { name } = await actorOf(trx, viewer);
      await supersede(trx, customerId, known);
      const of = { customerId, asked: known, items: body.items, changedBy: name };
      const next = orNotFound(await visibleTemplate(trx, viewer, await insertVersion(trx, of)));
      await recordRow(trx, viewer, describing(customerId), known, next);
      return toTemplate(next, new Map());
    });
  }

  /**
   * Returns to the installation's template; earlier checks keep their items.
   *
   * @throws HttpError 400 for a template of the installation, 404 if it is unknown, 409 for an old
   *   version
   */
  async drop(viewer: Viewer, id: number): Promise<void> {
    await this.db.asViewer(viewer, async (trx) => {
      const known = orNotFound(await visibleTemplate(trx, viewer, id));
      if (known.customer_id === null) {
        throw badRequest('check.template_built_in');
      }
      await lockTemplates(trx, known.customer_id);
      await this.#refuseStale(trx, known, known.customer_id, known.version);
      await supersede(trx, known.customer_id, known);
      await recordRow(trx, viewer, describing(known.customer_id), known, null);
    });
  }

  async #refuseStale(
    trx: Transaction,
    known: TemplateRow,
    customerId: number | null,
    seen: number | undefined,
  ): Promise<void> {
    const current = (await currentTemplates(trx, customerId)).find(
      (one) =>
        one.vehicle_type === known.vehicle_type && one.is_for_trailers === known.is_for_trailers,
    );
    const isSeen = seen === undefined || seen === known.version;
    if (current?.id !== known.id || !isSeen) throw conflict(CHANGED);
  }
}
