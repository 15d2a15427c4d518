import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, fieldConflict, forbidden, orNotFound } from '../../../platform/errors.ts';
import type { FileRow } from '../../../platform/files/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import {
  type ArchivableRow,
  allOf,
  archiveRows,
  idsOf,
  recordRow,
} from '../../../platform/resource.ts';
import type { Services } from '../../../platform/services.ts';
import type { ColumnOf, ReportFile } from '../../../platform/tables/index.ts';
import { listFile } from '../../../platform/tables/index.ts';
import {
  type Customer,
  type CustomerBody,
  keptFacts,
  toCustomer,
  valuesOf,
} from './customer-json.ts';
import {
  archiveCustomers,
  type CustomerRow,
  customerNameIsTaken,
  customerNames,
  customerPage,
  insertCustomer,
  keptCustomers,
  lockCustomers,
  logoFile,
  managementCompany,
  writeCustomer,
  writeLogo,
  writeManagementCompany,
} from './customers.repository.ts';
import { keptCompany } from './customers-company.ts';
import { logoAddress, storedLogo } from './customers-logo.ts';
import { throwIfInvalid } from './customers-owner.ts';

type Calls = typeof contract.customers;
type ListQuery = QueryOf<Calls['list']>;

const COLUMNS: readonly ColumnOf<CustomerRow>[] = [
  { name: 'report.column.customer', type: 'text', value: ({ name }) => name },
  { name: 'report.column.contact', type: 'text', value: ({ contact_name: name }) => name },
  { name: 'report.column.email', type: 'text', value: ({ contact_email: email }) => email },
  { name: 'report.column.phone', type: 'text', value: ({ contact_phone: phone }) => phone },
  { name: 'report.column.vehicles', type: 'count', value: ({ vehicle_count: count }) => count },
  { name: 'report.column.users', type: 'count', value: ({ user_count: count }) => count },
];

async function visibleCustomer(trx: Transaction, viewer: Viewer, id: number): Promise<CustomerRow> {
  return orNotFound((await keptCustomers(trx, viewer, [id]))[0]);
}

async function shown(trx: Transaction, row: CustomerRow): Promise<Customer> {
  return toCustomer(row, await managementCompany(trx, row.id));
}

const described = (row: CustomerRow): ArchivableRow => ({
  customerId: row.id,
  subject: { kind: 'customer', id: String(row.id), name: row.name },
  facts: keptFacts(row),
  isArchived: row.archived,
  kept: null,
});

/** Customers (O-19; ). */
export class CustomersService {
  constructor(private readonly services: Pick<Services, 'db' | 'bus' | 'files'>) {}

  async list(viewer: Viewer, query: ListQuery): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.services.db.asViewer(viewer, (trx) =>
      customerPage(trx, viewer, pageOf(query), query.archived === 'true'),
    );
    return { count, results: rows.map((row) => toCustomer(row)) };
  }

  /**
   * The same list as a file.
   *
   * @throws HttpError 400 if there are more rows than a file may have
   */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    return this.services.db.asViewer(viewer, (trx) =>
      listFile(trx, viewer, pageOf(query), query.format, {
        title: 'administration.list.customers',
        stem: 'customers',
        columns: COLUMNS,
        rows: async (page) =>
          (await customerPage(trx, viewer, page, query.archived === 'true')).rows,
      }),
    );
  }

  names(viewer: Viewer): Promise<AnswerOf<Calls['names']>> {
    return this.services.db.asViewer(viewer, (trx) => customerNames(trx, viewer));
  }

  /** @throws HttpError 404 for a customer that is unknown or not visible */
  read(viewer: Viewer, id: number): Promise<Customer> {
    return this.services.db.asViewer(viewer, async (trx) =>
      shown(trx, await visibleCustomer(trx, viewer, id)),
    );
  }

  /** The file of a logo. Needs no permission: its URL cannot be guessed. */
  async logo(fileId: string): Promise<FileRow> {
    return orNotFound(await this.services.db.asSystem((trx) => logoFile(trx, fileId)));
  }

  /** @throws HttpError 409 for a name that is taken, 400 for a logo that is not an image */
  create(viewer: Viewer, body: CustomerBody): Promise<Customer> {
    return this.#written(viewer, async (trx, put) => {
      await this.#refuseTaken(trx, body.name, null);
      const id = await insertCustomer(trx, body.name);
      await this.#write(trx, id, body, null, put);
      const row = await visibleCustomer(trx, viewer, id);
      await recordRow(trx, viewer, described, null, row);
      return shown(trx, row);
    });
  }

  /**
   * Changes a customer.
   *
   * @throws HttpError as {@link create}; 404 for another customer, 403 for an administrator of some
   *   depots only
   */
  change(viewer: Viewer, id: number, body: CustomerBody): Promise<Customer> {
    return this.#written(viewer, async (trx, put) => {
      await lockCustomers(trx, [id]);
      const before = await visibleCustomer(trx, viewer, id);
      if (viewer.depotScope !== 'all') {
        throw forbidden('access.all_depots_required');
      }
      if (before.archived) throwIfInvalid({ non_field_errors: ['customer.restore_first'] });
      await this.#refuseTaken(trx, body.name, id);
      await this.#write(trx, id, body, before, put);
      const after = await visibleCustomer(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return shown(trx, after);
    });
  }

  /**
   * Archives customers, whose users can then no longer sign in, or restores them; all or none.
   *
   * @throws HttpError 404 for an unknown customer, 409 for the person's own one and for a name that is
   *   in use again
   */
  async archive(
    viewer: Viewer,
    ids: readonly number[],
    isArchived: boolean,
  ): Promise<{ changed: number }> {
    const changed = await this.services.db.asViewer(viewer, async (trx) => {
      const rows = await allOf(ids, async (wanted) => {
        await lockCustomers(trx, wanted);
        return keptCustomers(trx, viewer, wanted);
      });
      if (isArchived && ids.includes(viewer.customerId ?? 0)) {
        throw conflict('customer.own');
      }
      const concerned = rows.filter(({ archived }) => archived !== isArchived);
      await archiveRows(trx, viewer, described, concerned, isArchived, async () => {
        for (const { id, name } of concerned) {
          if (!isArchived) await this.#refuseTaken(trx, name, id);
          await archiveCustomers(trx, [id], isArchived);
        }
      });
      return idsOf(concerned);
    });
    for (const customerId of changed) {
      this.services.bus.publish('users.changed', { userId: null, customerId });
    }
    return { changed: changed.length };
  }

  async #refuseTaken(trx: Transaction, name: string, exceptId: number | null): Promise<void> {
    if (!(await customerNameIsTaken(trx, name, exceptId))) return;
    throw fieldConflict('name', 'customer.name_taken');
  }

  /** Runs a change; if it fails, deletes the logo that was stored for it. */
  async #written(
    viewer: Viewer,
    work: (trx: Transaction, put: FileRow[]) => Promise<Customer>,
  ): Promise<Customer> {
    const put: FileRow[] = [];
    try {
      return await this.services.db.asViewer(viewer, (trx) => work(trx, put));
    } catch (error) {
      await this.services.files.discard(put);
      throw error;
    }
  }

  async #write(
    trx: Transaction,
    id: number,
    body: CustomerBody,
    before: CustomerRow | null,
    put: FileRow[],
  ): Promise<void> {
    const { id: _, ...address } = body.address ?? { id: 0 };
    await writeCustomer(
      trx,
      id,
      valuesOf(body, before),
      body.address === null ? null : (address as Omit<typeof body.address, 'id'>),
    );
    if (body.management_company !== null) {
      await writeManagementCompany(trx, id, await keptCompany(body.management_company));
    }
    const former = before?.logo_file_id ?? null;
    // The form sends the logo back as it received it to keep it.
    if (body.logo === (before?.logo ?? null)) return;
    if (body.logo === null) return writeLogo(trx, id, null, null, former);
    const file = await storedLogo(this.services.files, id, body.logo);
    put.push(file);
    await writeLogo(trx, id, file, logoAddress(file.id), former);
  }
}
