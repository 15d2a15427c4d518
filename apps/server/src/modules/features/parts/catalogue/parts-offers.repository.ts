import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { text } from './parts-catalogue.repository.ts';

export interface OfferRow {
  readonly part_id: number;
  readonly supplier_id: number;
  readonly supplier: string;
  readonly number: string;
  readonly price: number | null;
}

/** Who sells these parts, the preferred supplier first. */
export async function offersOf(
  trx: Transaction,
  partIds: readonly number[],
): Promise<readonly OfferRow[]> {
  const { rows } =
    await sql<OfferRow>`select i.part_id, i.supplier_id, c.name as supplier, i.number,
      i.price::float8 from part_offers i join part_suppliers c on c.id = i.supplier_id
    where i.part_id = any(${[...partIds]}::int[]) order by i.part_id, i.place`.execute(trx);
  return rows;
}

interface NewOffer {
  readonly supplierId: number;
  readonly number: string;
  readonly price: number | null;
}

/** Replaces who sells a part. */
export async function storeOffers(
  trx: Transaction,
  part: { readonly id: number; readonly customerId: number },
  offers: readonly NewOffer[],
): Promise<void> {
  await trx.deleteFrom('part_offers').where('part_id', '=', part.id).execute();
  if (offers.length === 0) return;
  await trx
    .insertInto('part_offers')
    .values(
      offers.map(({ supplierId, number, price }, place) => ({
        part_id: part.id,
        supplier_id: supplierId,
        customer_id: part.customerId,
        place,
        number,
        price: text(price),
      })),
    )
    .execute();
}
