import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { type Actor, actorOf, recordChanges } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import type { ColumnOf, ReportFile } from '../../../platform/tables/index.ts';
import { listFile } from '../../../platform/tables/index.ts';
import { customerFor, throwIfInvalid } from '../../core/customers/index.ts';
import { knownGroups } from '../../core/depots/index.ts';
import {
  deleteEmails,
  type EmailRow,
  emailPage,
  emailsOf,
  type Frequency,
  insertEmail,
  lockedEmail,
  managedEmail,
  type NotificationType,
  writeDepots,
  writeFrequency,
} from './notifications.repository.ts';

type Calls = typeof contract.notifications;
type Addresses = AnswerOf<Calls['customerEmails']>;
type NotificationEmail = AnswerOf<Calls['create']>;

const COLUMNS: readonly ColumnOf<EmailRow>[] = [
  { name: 'report.column.email', type: 'text', value: ({ email }) => email },
  { name: 'report.column.name', type: 'text', value: ({ notification_type: type }) => type },
  {
    name: 'report.column.depots',
    type: 'text',
    value: ({ depots }) => depots.map(({ name }) => name).join(', '),
  },
];

const factsOf = ({ email, notification_type, frequency, depots }: EmailRow) => ({
  email,
  notification_type,
  frequency,
  depots: depots.map(({ name }) => name),
});
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Manages the recipients of report e-mails. */
export class NotificationsService {
  constructor(private readonly db: Services['db']) {}

  /** A page of the addresses that the administrator manages. */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      emailPage(trx, viewer, pageOf(query), query.notification_type ?? null),
    );
    return { count, results: rows };
  }

  /**
   * The same list as a file.
   *
   * @throws HttpError 400 for more rows than a file may have
   */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, (trx) =>
      listFile(trx, viewer, pageOf(query), query.format, {
        title: 'administration.list.notifications',
        stem: 'report-emails',
        columns: COLUMNS,
        rows: async (page) =>
          (await emailPage(trx, viewer, page, query.notification_type ?? null)).rows,
      }),
    );
  }

  /** @throws HttpError 404 if the address does not exist or is not visible */
  read(viewer: Viewer, id: number): Promise<NotificationEmail> {
    return this.db.asViewer(viewer, (trx) => this.#visible(trx, viewer, id));
  }

  /**
   * Adds an address; one that had unsubscribed is reactivated.
   *
   * @throws HttpError 400 for depots of another customer, 409 if the address is active already
   */
  create(viewer: Viewer, body: BodyOf<Calls['create']>): Promise<NotificationEmail> {
    return this.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, body.customer);
      await this.#checkDepots(trx, viewer, customerId, body.depots);
      const id = await insertEmail(trx, customerId, body.email, body.notification_type);
      if (id === undefined) {
        const text = 'notification.address_listed';
        throw conflict(text, { errors: { email: [text] } });
      }
      await writeDepots(trx, customerId, id, body.depots);
      await writeFrequency(trx, id, body.frequency);
      const row = await this.#visible(trx, viewer, id);
      await this.#record(trx, await actorOf(trx, viewer), 'created', [[null, row]]);
      return row;
    });
  }

  /** @throws HttpError 404 for an unknown address, 400 for depots of another customer */
  setDepots(
    viewer: Viewer,
    id: number,
    depots: readonly number[],
    frequency: Frequency | undefined,
  ): Promise<NotificationEmail> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id, lockedEmail);
      await this.#checkDepots(trx, viewer, before.customer, depots);
      await writeDepots(trx, before.customer, id, depots);
      if (frequency !== undefined) await writeFrequency(trx, id, frequency);
      const after = await this.#visible(trx, viewer, id);
      await this.#record(trx, await actorOf(trx, viewer), 'changed', [[before, after]]);
      return after;
    });
  }

  /** @throws HttpError 404 if the address does not exist or is not visible */
  remove(viewer: Viewer, id: number): Promise<void> {
    return this.db.asViewer(viewer, async (trx) => {
      const row = await this.#visible(trx, viewer, id, lockedEmail);
      await deleteEmails(trx, [id]);
      await this.#record(trx, await actorOf(trx, viewer), 'removed', [[row, null]]);
    });
  }

  /**
   * Addresses of the viewer's customer for a type: only those of all depots, or all.
   */
  addresses(viewer: Viewer, type: NotificationType, ofAllDepots: boolean): Promise<Addresses> {
    return this.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, undefined);
      return this.#addresses(trx, viewer, customerId, type, ofAllDepots);
    });
  }

  /**
   * Replaces the addresses that are not limited to depots.
   *
   * @throws HttpError 400 for an administrator of single depots
   */
  setAddresses(
    viewer: Viewer,
    type: NotificationType,
    emails: readonly string[],
  ): Promise<Addresses> {
    return this.#changed(viewer, type, true, (known) => {
      const gone = known.filter(
        ({ email, depots }) => depots.length === 0 && !emails.some((one) => same(one, email)),
      );
      return { add: emails, gone };
    });
  }

  /** Adds addresses without a limit to depots, and removes others. */
  addAndRemove(viewer: Viewer, body: BodyOf<Calls['addAndRemove']>): Promise<Addresses> {
    return this.#changed(viewer, body.notification_type, false, (known) => ({
      add: body.add,
      gone: known.filter(
        ({ email }) =>
          body.remove.some((one) => same(one, email)) && !body.add.some((one) => same(one, email)),
      ),
    }));
  }

  #changed(
    viewer: Viewer,
    type: NotificationType,
    ofAllDepots: boolean,
    plan: (known: readonly EmailRow[]) => {
      readonly add: readonly string[];
      readonly gone: readonly EmailRow[];
    },
  ): Promise<Addresses> {
    return this.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, undefined);
      await this.#checkDepots(trx, viewer, customerId, []);
      const { add, gone } = plan(await emailsOf(trx, customerId, type));
      await deleteEmails(
        trx,
        gone.map(({ id }) => id),
      );
      const made: EmailRow[] = [];
      for (const email of add) {
        const id = await insertEmail(trx, customerId, email, type);
        if (id !== undefined) made.push(await this.#visible(trx, viewer, id));
      }
      const actor = await actorOf(trx, viewer);
      const answer = await this.#addresses(trx, viewer, customerId, type, ofAllDepots);
      await this.#record(
        trx,
        actor,
        'removed',
        gone.map((row) => [row, null]),
      );
      await this.#record(
        trx,
        actor,
        'created',
        made.map((row) => [null, row]),
      );
      return answer;
    });
  }

  async #addresses(
    trx: Transaction,
    viewer: Viewer,
    customerId: number,
    type: NotificationType,
    ofAllDepots: boolean,
  ): Promise<Addresses> {
    const rows = await emailsOf(trx, customerId, type);
    const scope = viewer.depotScope;
    const active = rows.filter(
      ({ depots, unsubscribed }) =>
        !unsubscribed &&
        (!ofAllDepots || depots.length === 0) &&
        // An administrator of single depots sees only the addresses limited to these.
        (scope === 'all' || (depots.length > 0 && depots.every(({ id }) => scope.includes(id)))),
    );
    return { notification_type: type, emails: active.map(({ email }) => email) };
  }

  async #visible(
    trx: Transaction,
    viewer: Viewer,
    id: number,
    find = managedEmail,
  ): Promise<EmailRow> {
    const row = await find(trx, viewer, id);
    if (row === undefined) throw notFound();
    return row;
  }

  async #checkDepots(
    trx: Transaction,
    viewer: Viewer,
    customerId: number,
    depots: readonly number[],
  ): Promise<void> {
    const wanted = [...new Set(depots)];
    if (wanted.length === 0 && viewer.depotScope !== 'all') {
      throwIfInvalid({ depots: ['depot.of_yours_required'] });
    }
    if ((await knownGroups(trx, viewer, false, customerId, wanted)) < wanted.length) {
      throwIfInvalid({ depots: ['depot.unknown'] });
    }
  }

  async #record(
    trx: Transaction,
    actor: Actor,
    action: 'created' | 'changed' | 'removed',
    rows: readonly (readonly [before: EmailRow | null, after: EmailRow | null])[],
  ): Promise<void> {
    await recordChanges(
      trx,
      rows.flatMap(([before, after]) => {
        const row = after ?? before;
        if (row === null) return [];
        return [
          {
            customerId: row.customer,
            actor,
            subject: { kind: 'notification' as const, id: String(row.id), name: row.email },
            action,
            before: before === null ? null : factsOf(before),
            after: after === null ? null : factsOf(after),
          },
        ];
      }),
    );
  }
}
