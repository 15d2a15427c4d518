import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { conflict, fieldConflict, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { allOf, archiveRows, idsOf, recordRow } from '../../../../platform/resource.ts';
import {
  type ReportFile,
  tableFile,
  wholePage,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import { customerFor, refusingTaken } from '../../../core/customers/index.ts';
import { checkFilter } from '../parts-filter.ts';
import { visibleStores } from '../stores/parts-stores.repository.ts';
import { supplierNamed, visibleSuppliers } from '../suppliers/parts-suppliers.repository.ts';
import { partColumns } from './parts-catalogue.columns.ts';
import {
  insertPart,
  isInStock,
  type PartRow,
  partFigures,
  partPage,
  stockOf,
  storePlace,
  updatePart,
  visibleParts,
  writePartsArchived,
} from './parts-catalogue.repository.ts';
import { offersOf, storeOffers } from './parts-offers.repository.ts';

type Calls = typeof contract.parts;
type Part = AnswerOf<Calls['read']>;
export type PartBody = BodyOf<Calls['create']>;

const toListed = ({
  customer_id: _,
  supplier_number: _number,
  price: _price,
  ...row
}: PartRow): AnswerOf<Calls['list']>['results'][number] => row;

/** A part with its suppliers and its stock in each visible store. */
export async function partAnswer(trx: Transaction, viewer: Viewer, id: number): Promise<Part> {
  const row = orNotFound((await visibleParts(trx, viewer, [id]))[0]);
  return {
    ...toListed(row),
    suppliers: (await offersOf(trx, [id])).map(({ supplier_id, supplier, number, price }) => ({
      supplier: { id: supplier_id, name: supplier },
      number,
      price,
    })),
    stock: (await stockOf(trx, viewer, row)).map(({ store_id, store, ...place }) => ({
      store: { id: store_id, name: store },
      ...place,
    })),
  };
}

/** A part as the audit log stores it. */
export const describedPart = (row: PartRow) => ({
  customerId: row.customer_id,
  subject: { kind: 'part' as const, id: String(row.id), name: `${row.number} ${row.name}` },
  facts: {
    number: row.number,
    name: row.name,
    category: row.category,
    unit: row.unit,
    barcode: row.barcode,
    reorder_level: row.reorder_level,
    reorder_quantity: row.reorder_quantity,
    warranty_months: row.warranty_months,
    note: row.note,
    supplier: row.supplier,
    supplier_number: row.supplier_number,
    price: row.price,
  },
  isArchived: row.is_archived,
  kept: null,
});

function refuseTaken(): never {
  throw fieldConflict('number', 'part.number_or_barcode_taken');
}

/** The parts of the catalogue. */
export class CatalogueService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a store or supplier that is not visible */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.db.asViewer(viewer, async (trx) => {
      await checkFilter(trx, viewer, query);
      return partPage(trx, viewer, query, pageOf(query));
    });
    return { count, results: rows.map(toListed) };
  }

  /** @throws HttpError 400 if there are more rows than a file may have, 404 as {@link list} */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      await checkFilter(trx, viewer, query);
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await partPage(trx, viewer, query, page);
      return tableFile(trx, viewer, query.format, {
        title: 'parts.title',
        stem: 'parts',
        rows,
        columns: (display) => partColumns((key) => wordsOf(display, key)),
      });
    });
  }

  figures(viewer: Viewer): Promise<AnswerOf<Calls['figures']>> {
    return this.db.asViewer(viewer, (trx) => partFigures(trx, viewer));
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Part> {
    return this.db.asViewer(viewer, (trx) => partAnswer(trx, viewer, id));
  }

  /**
   * @throws HttpError 400 for an unknown supplier or one that is named twice, 409 for a number or barcode
   *   that another part has
   */
  create(viewer: Viewer, body: PartBody): Promise<Part> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const { suppliers, version: _, ...values } = body;
      const customerId = await customerFor(trx, viewer, undefined);
      const id = await insertPart(trx, customerId, values);
      await this.#storeOffers(trx, viewer, { id, customerId }, suppliers);
      const row = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, describedPart, null, row);
      return partAnswer(trx, viewer, id);
    });
    return refusingTaken(work, refuseTaken);
  }

  /** @throws HttpError as {@link create}; 404 if not visible, 409 if somebody else has changed it since */
  change(viewer: Viewer, id: number, body: PartBody): Promise<Part> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const { suppliers, version, ...values } = body;
      const before = await this.#visible(trx, viewer, id);
      if (!(await updatePart(trx, id, version ?? before.version, values))) {
        throw conflict('request.changed_meanwhile');
      }
      await this.#storeOffers(trx, viewer, { id, customerId: before.customer_id }, suppliers);
      const after = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, describedPart, before, after);
      return partAnswer(trx, viewer, id);
    });
    return refusingTaken(work, refuseTaken);
  }

  /** @throws HttpError 404 for one that is not visible, 409 to archive one in stock */
  archive(viewer: Viewer, { ids, archived }: BodyOf<Calls['archive']>): Promise<void> {
    return this.db.asViewer(viewer, async (trx) => {
      const rows = await allOf(ids, (wanted) => visibleParts(trx, viewer, wanted));
      if (archived && (await isInStock(trx, ids))) throw conflict('part.in_stock');
      await archiveRows(trx, viewer, describedPart, rows, archived, (concerned) =>
        writePartsArchived(trx, idsOf(concerned), archived),
      );
    });
  }

  /** @throws HttpError 404 for a part or store that is not visible */
  changePlace(
    viewer: Viewer,
    of: { readonly id: number; readonly store: number },
    body: BodyOf<Calls['changePlace']>,
  ): Promise<Part> {
    return this.db.asViewer(viewer, async (trx) => {
      const row = await this.#visible(trx, viewer, of.id);
      const store = orNotFound((await visibleStores(trx, viewer, [of.store]))[0]);
      const place = (await stockOf(trx, viewer, row)).find(({ store_id }) => store_id === store.id);
      const { customer_id: customerId } = row;
      if (store.customer_id !== customerId) orNotFound(undefined);
      await storePlace(trx, { partId: row.id, storeId: store.id, customerId }, body);
      const log = (values: typeof body) => ({
        ...describedPart(row),
        facts: { store: store.name, minimum: values.minimum, bin: values.bin },
      });
      await recordRow(trx, viewer, log, place ?? { minimum: null, bin: '' }, body);
      return partAnswer(trx, viewer, row.id);
    });
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<PartRow> {
    return orNotFound((await visibleParts(trx, viewer, [id]))[0]);
  }

  async #storeOffers(
    trx: Transaction,
    viewer: Viewer,
    part: { readonly id: number; readonly customerId: number },
    wanted: PartBody['suppliers'],
  ): Promise<void> {
    const given = wanted.flatMap(({ supplier }) =>
      typeof supplier === 'number' ? [supplier] : [],
    );
    const rows = await visibleSuppliers(trx, viewer, given);
    const known = new Set(
      rows.filter((row) => row.customer_id === part.customerId).map(({ id }) => id),
    );
    const offers = [];
    for (const { supplier, number, price } of wanted) {
      if (typeof supplier === 'number' && !known.has(supplier)) {
        throw wrongField('suppliers', 'part.supplier_unknown');
      }
      const supplierId =
        typeof supplier === 'number'
          ? supplier
          : await supplierNamed(trx, part.customerId, supplier);
      offers.push({ supplierId, number, price });
    }
    if (new Set(offers.map(({ supplierId }) => supplierId)).size < offers.length) {
      throw wrongField('suppliers', 'part.supplier_twice');
    }
    await storeOffers(trx, part, offers);
  }
}
