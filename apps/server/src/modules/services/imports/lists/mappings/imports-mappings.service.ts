import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { IMPORT_MAPPINGS_MAX } from '@roadworthy/domain';
import type { Viewer } from '../../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../../platform/db/index.ts';
import { conflict, fieldConflict, orNotFound, wrongField } from '../../../../../platform/errors.ts';
import { type AuditedRow, recordRow } from '../../../../../platform/resource.ts';
import type { Services } from '../../../../../platform/services.ts';
import { customerFor, refusingTaken } from '../../../../core/customers/index.ts';
import type { ImportKindName } from '../imports-lists-kind.ts';
import { IMPORTS } from '../kinds/index.ts';
import {
  deleteMapping,
  type ImportMapping,
  insertMapping,
  lockedMapping,
  lockMappings,
  type MappingRow,
  mappingsOf,
  updateMapping,
} from './imports-mappings.repository.ts';
import { headingsKey } from './imports-mappings-columns.ts';

type Calls = typeof contract.importMappings;
type Saved = AnswerOf<Calls['create']>;

const toJson = ({ id, kind, name, headings, mapping, version }: MappingRow): Saved => ({
  id,
  kind,
  name,
  headings,
  mapping,
  version,
});

const describe = (row: MappingRow): AuditedRow => {
  const { columns, ...options } = row.mapping;
  const chosen = Object.entries(columns).flatMap(([field, place]) =>
    place === null ? [] : [`${field}: ${row.headings[place] ?? place + 1}`],
  );
  return {
    customerId: row.customer_id,
    subject: { kind: 'import_mapping', id: String(row.id), name: row.name },
    facts: { name: row.name, list: row.kind, columns: chosen.join(', '), ...options },
  };
};

const refuseName = (): never => {
  throw fieldConflict('name', 'import.mapping_name_taken');
};

/** @throws HttpError 400 for a field that the list does not have, or a column beyond the headings */
function checkMapping(
  kind: ImportKindName,
  { columns }: ImportMapping,
  headings: readonly string[],
): void {
  const known = new Set(IMPORTS[kind].columns.map(({ field }) => field));
  const isRight = Object.entries(columns).every(
    ([field, place]) => known.has(field) && (place === null || place < headings.length),
  );
  if (!isRight) throw wrongField('mapping', 'validation.invalid');
}

/** The columns of files for a list, which a customer saves under a name. */
export class ImportMappingsService {
  constructor(private readonly services: Pick<Services, 'db'>) {}

  /** @throws HttpError 400 for another customer */
  list(
    viewer: Viewer,
    { customer, kind }: QueryOf<Calls['list']>,
  ): Promise<AnswerOf<Calls['list']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const rows = await mappingsOf(trx, await customerFor(trx, viewer, customer), kind);
      return { results: rows.map(toJson) };
    });
  }

  /** @throws HttpError 400 for wrong columns and another customer, 409 on the name: taken, or too many */
  create(viewer: Viewer, { customer, kind, ...body }: BodyOf<Calls['create']>): Promise<Saved> {
    checkMapping(kind, body.mapping, body.headings);
    const work = this.services.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, customer);
      await lockMappings(trx, customerId);
      if ((await mappingsOf(trx, customerId, kind)).length >= IMPORT_MAPPINGS_MAX) {
        const params = { most: IMPORT_MAPPINGS_MAX };
        throw fieldConflict('name', { code: 'import.too_many_mappings', params });
      }
      const values = { ...body, headings_key: headingsKey(body.headings) };
      const id = await insertMapping(trx, customerId, kind, values);
      const row = await this.#find(trx, viewer, id);
      await recordRow(trx, viewer, describe, null, row);
      return toJson(row);
    });
    return refusingTaken(work, refuseName);
  }

  /**
   * Renames saved columns or replaces them; absent fields stay.
   *
   * @throws HttpError as {@link create}; 404 if they are not visible, 409 also if somebody else has changed them
   */
  change(viewer: Viewer, id: number, body: BodyOf<Calls['change']>): Promise<Saved> {
    const work = this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#find(trx, viewer, id);
      if (body.version !== before.version) throw conflict('request.changed_meanwhile');
      const { headings = before.headings, mapping = before.mapping, name = before.name } = body;
      checkMapping(before.kind, mapping, headings);
      await updateMapping(trx, before, {
        name,
        headings,
        mapping,
        headings_key: headingsKey(headings),
      });
      const after = await this.#find(trx, viewer, id);
      await recordRow(trx, viewer, describe, before, after);
      return toJson(after);
    });
    return refusingTaken(work, refuseName);
  }

  /** @throws HttpError 404 if they are not visible */
  remove(viewer: Viewer, id: number): Promise<void> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#find(trx, viewer, id);
      await deleteMapping(trx, id);
      await recordRow(trx, viewer, describe, before, null);
    });
  }

  async #find(trx: Transaction, viewer: Viewer, id: number): Promise<MappingRow> {
    return orNotFound(await lockedMapping(trx, viewer, id));
  }
}
