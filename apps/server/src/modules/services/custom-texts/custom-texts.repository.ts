import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';
import type { LanguageReference } from '../../../platform/texts.ts';
import type { Place } from './custom-texts-catalogue.ts';

/** A customer's replacement of a product text in a language. */
export interface CustomText {
  readonly place: Place;
  readonly key: string;
  readonly language: LanguageReference;
  readonly text: string;
  readonly changed_at: Date;
  readonly changed_by: string;
}

export function customTextsOf(trx: Transaction, customerId: number): Promise<CustomText[]> {
  return trx
    .selectFrom('customer_texts')
    .select(['place', 'key', 'language', 'text', 'changed_at', 'changed_by'])
    .where('customer_id', '=', customerId)
    .execute();
}

/** Custom texts of the interface in a language, sorted by key. */
export async function interfaceTexts(
  trx: Transaction,
  customerId: number,
  language: LanguageReference,
): Promise<{ key: string; text: string }[]> {
  return trx
    .selectFrom('customer_texts')
    .select(['key', 'text'])
    .where('customer_id', '=', customerId)
    .where('place', '=', 'interface')
    .where('language', '=', language)
    .orderBy('key')
    .execute();
}

/** Serialises changes of a customer's texts until the transaction ends. */
export async function lockTexts(trx: Transaction, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('customer_texts'), ${customerId})`.execute(trx);
}

/** Sets a custom text, or removes it (null). */
export async function writeText(
  trx: Transaction,
  customerId: number,
  { place, key }: { readonly place: Place; readonly key: string },
  language: LanguageReference,
  text: string | null,
  changedBy: string,
): Promise<void> {
  if (text === null) {
    await trx
      .deleteFrom('customer_texts')
      .where('customer_id', '=', customerId)
      .where('place', '=', place)
      .where('language', '=', language)
      .where('key', '=', key)
      .execute();
    return;
  }
  await sql`insert into customer_texts (customer_id, place, language, key, text, changed_by)
    values (${customerId}, ${place}, ${language}, ${key}, ${text}, ${changedBy})
    on conflict (customer_id, place, language, key) do update
      set text = excluded.text, changed_by = excluded.changed_by, changed_at = now()
      where customer_texts.text <> excluded.text`.execute(trx);
}
