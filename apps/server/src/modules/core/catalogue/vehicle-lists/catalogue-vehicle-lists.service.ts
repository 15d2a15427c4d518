import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { CatalogueKind, Transaction } from '../../../../platform/db/index.ts';
import { fieldConflict, notFound, orNotFound } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import {
  type ArchivableRow,
  allOf,
  archiveRows,
  idsOf,
  recordRow,
} from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import type { ReportFile } from '../../../../platform/tables/index.ts';
import { listFile } from '../../../../platform/tables/index.ts';
import {
  customerFor,
  customerScope,
  refusingTaken,
  throwIfInvalid,
} from '../../customers/index.ts';
import { entryIsKnown, typeName } from '../../vehicles/index.ts';
import { entryColumns } from './catalogue-vehicle-lists.columns.ts';
import {
  choices,
  entriesOf,
  entryPage,
  insertEntry,
  nameIsTaken,
  type VehicleEntryRow,
  writeEntriesArchived,
  writeEntry,
} from './catalogue-vehicle-lists.repository.ts';

type Calls = typeof contract.vehicleLists;
type Entry = AnswerOf<Calls['read']>;
type Body = BodyOf<Calls['create']>;

function toEntry(row: VehicleEntryRow): Entry {
  const { manufacturer_id: id, manufacturer_name: name } = row;
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    manufacturer: id === null ? null : { id, name: name ?? '' },
    vehicle_type: row.vehicle_type,
    customer: row.customer_id,
    customer_name: row.customer_name,
    vehicle_count: row.vehicle_count,
    is_archived: row.is_archived,
  };
}

const described = (entry: Entry): ArchivableRow => {
  const { kind, id, name, manufacturer, vehicle_type } = entry;
  return {
    customerId: entry.customer,
    subject: { kind, id: String(id), name },
    facts:
      manufacturer === null ? { name } : { name, manufacturer: manufacturer.name, vehicle_type },
    isArchived: entry.is_archived,
    kept: null,
  };
};

/** @throws HttpError 409 on the name */
function refuseName(): never {
  throw fieldConflict('name', 'list_entry.name_taken');
}

async function visibleEntry(
  trx: Transaction,
  viewer: Viewer,
  kind: CatalogueKind,
  id: number,
): Promise<Entry> {
  const row = orNotFound((await entriesOf(trx, viewer, kind, [id]))[0]);
  return toEntry(row);
}

/** Refuses an entry whose fields do not fit its list, or whose name is taken. */
async function check(
  trx: Transaction,
  customerId: number,
  kind: CatalogueKind,
  body: Body,
  before: Entry | null,
): Promise<void> {
  const { manufacturer, vehicle_type, name } = body;
  if (kind === 'model') {
    if (manufacturer === null)
      throwIfInvalid({ manufacturer: ['list_entry.manufacturer_required'] });
    const isSame = manufacturer === before?.manufacturer?.id;
    const isKnown = await entryIsKnown(trx, customerId, 'manufacturer', manufacturer ?? 0);
    if (!isSame && !isKnown) throwIfInvalid({ manufacturer: ['list_entry.manufacturer_unknown'] });
    if (vehicle_type === null) throwIfInvalid({ vehicle_type: ['list_entry.type_required'] });
  } else {
    if (manufacturer !== null) throwIfInvalid({ manufacturer: ['list_entry.only_model'] });
    if (vehicle_type !== null) throwIfInvalid({ vehicle_type: ['list_entry.only_model'] });
  }
  const id = before?.id ?? null;
  if (await nameIsTaken(trx, customerId, { kind, name, manufacturer, id })) refuseName();
}

/** The administered lists of the vehicle form (O-23; ). */
export class VehicleListsService {
  constructor(private readonly services: Pick<Services, 'db'>) {}

  async list(
    viewer: Viewer,
    kind: CatalogueKind,
    query: QueryOf<Calls['list']>,
  ): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.services.db.asViewer(viewer, (trx) =>
      entryPage(trx, viewer, kind, pageOf(query), query.archived),
    );
    return { count, results: rows.map(toEntry) };
  }

  /**
   * The list as a file.
   *
   * @throws HttpError 400 if there are more rows than a file may have
   */
  file(
    viewer: Viewer,
    kind: CatalogueKind,
    query: QueryOf<Calls['exportList']>,
  ): Promise<ReportFile> {
    const first = pageOf({ ...query, page: 1, pageSize: 1 });
    return this.services.db.asViewer(viewer, (trx) =>
      listFile(trx, viewer, first, query.format, {
        title: `administration.list.${kind}`,
        stem: kind.replace('_', '-'),
        columns: entryColumns(kind),
        rows: async (page) => (await entryPage(trx, viewer, kind, page, query.archived)).rows,
      }),
    );
  }

  /** @throws HttpError 404 for an entry that is unknown or of another customer */
  read(viewer: Viewer, kind: CatalogueKind, id: number): Promise<Entry> {
    return this.services.db.asViewer(viewer, (trx) => visibleEntry(trx, viewer, kind, id));
  }

  /**
   * Creates an entry.
   *
   * @throws HttpError 400 with the invalid fields, 409 for a name that is taken
   */
  create(viewer: Viewer, kind: CatalogueKind, body: Body): Promise<Entry> {
    const work = this.services.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, body.customer);
      await check(trx, customerId, kind, body, null);
      const { name, manufacturer: manufacturer_id, vehicle_type } = body;
      const id = await insertEntry(trx, customerId, { kind, name, manufacturer_id, vehicle_type });
      const entry = await visibleEntry(trx, viewer, kind, id);
      await recordRow(trx, viewer, described, null, entry);
      return entry;
    });
    return refusingTaken(work, refuseName);
  }

  /**
   * Changes an entry that is not archived.
   *
   * @throws HttpError as {@link create}; 404 for an entry that is unknown or of another customer
   */
  change(viewer: Viewer, kind: CatalogueKind, id: number, body: Body): Promise<Entry> {
    const work = this.services.db.asViewer(viewer, async (trx) => {
      const before = await visibleEntry(trx, viewer, kind, id);
      if (before.is_archived) throw notFound();
      if (body.customer !== undefined && body.customer !== before.customer) {
        throwIfInvalid({ customer: ['list_entry.customer_fixed'] });
      }
      await check(trx, before.customer, kind, body, before);
      const { name, manufacturer: manufacturer_id, vehicle_type } = body;
      await writeEntry(trx, id, { name, manufacturer_id, vehicle_type });
      const after = await visibleEntry(trx, viewer, kind, id);
      await recordRow(trx, viewer, described, before, after);
      return after;
    });
    return refusingTaken(work, refuseName);
  }

  /**
   * Archives or restores entries; all or none.
   *
   * @throws HttpError 404 if one is unknown, 409 if the name is in use again
   */
  async archive(
    viewer: Viewer,
    kind: CatalogueKind,
    ids: readonly number[],
    isArchived: boolean,
  ): Promise<void> {
    const work = this.services.db.asViewer(viewer, async (trx) => {
      const rows = await allOf(ids, (wanted) => entriesOf(trx, viewer, kind, wanted));
      const entries = rows.map(toEntry);
      await archiveRows(trx, viewer, described, entries, isArchived, (concerned) =>
        writeEntriesArchived(trx, idsOf(concerned), isArchived),
      );
    });
    await refusingTaken(work, refuseName);
  }

  /**
   * The entries that a form offers.
   *
   * @throws HttpError 400 for another customer
   */
  choices(
    viewer: Viewer,
    kind: Exclude<CatalogueKind, 'model'>,
    customer: number | undefined,
  ): Promise<{ id: number; name: string }[]> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const rows = await choices(trx, await this.#customerOf(trx, viewer, customer), kind);
      return rows.map(({ id, name }) => ({ id, name }));
    });
  }

  /**
   * The models that a form offers.
   *
   * @throws HttpError 400 for another customer
   */
  models(
    viewer: Viewer,
    { customer, manufacturer }: QueryOf<typeof contract.vehicles.models>,
  ): Promise<AnswerOf<typeof contract.vehicles.models>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const of = await this.#customerOf(trx, viewer, customer);
      const rows = await choices(trx, of, 'model', manufacturer ?? null);
      return rows.map(({ id, name, manufacturer_id, vehicle_type }) => ({
        id,
        name,
        manufacturer: manufacturer_id ?? 0,
        vehicle_type: typeName(vehicle_type ?? 'VAN'),
      }));
    });
  }

  async #customerOf(trx: Transaction, viewer: Viewer, customer: number | undefined) {
    return customer === undefined ? customerScope(viewer) : customerFor(trx, viewer, customer);
  }
}
