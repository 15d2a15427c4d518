import { SMALL_PAGE_TEXTS, type SmallPage } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../db/index.ts';
import { languageOf, referenceOf, type Wording } from '../texts.ts';

/**
 * How a customer's people read mails and documents in a language.
 *
 * @param customerId null for who belongs to none, and reads the product's words
 * @param wanted what the reader asked for; the closest language is taken (requirement A-06)
 */
export async function wordingOf(
  trx: Transaction,
  customerId: number | null,
  wanted: string | null | undefined,
): Promise<Wording> {
  const reference = languageOf(wanted);
  if (customerId === null) return reference;
  const rows = await trx
    .selectFrom('customer_texts')
    .select(['key', 'text'])
    .where('customer_id', '=', customerId)
    .where(
      // Names that files and mails share with the screens.
      sql<boolean>`(place = 'documents' or key ~ '^(known|walk[.]point|compass|place)[.]')`,
    )
    .where('language', '=', reference)
    .execute();
  if (rows.length === 0) return reference;
  return { reference, own: new Map(rows.map(({ key, text }) => [key, text])) };
}

/** What a customer says in the place of texts, by language and name. */
export interface OwnPageTexts {
  readonly en: Record<string, string>;
  readonly pt: Record<string, string>;
}

/** For who belongs to no customer, or to one that is not known. */
export const noOwnTexts = (): OwnPageTexts => ({ en: {}, pt: {} });

/**
 * What a customer says on a small page, in both languages: it comes with the answer that names the
 * customer, which then is the same for everybody.
 */
export async function ownPageTexts(
  trx: Transaction,
  customerId: number,
  page: SmallPage,
): Promise<OwnPageTexts> {
  const rows = await trx
    .selectFrom('customer_texts')
    .select(['language', 'key', 'text'])
    .where('customer_id', '=', customerId)
    .where('place', '=', 'interface')
    .where(
      sql<boolean>`exists (select from unnest(${[...SMALL_PAGE_TEXTS[page]]}::text[]) as p (begin)
        where starts_with(key, p.begin))`,
    )
    .orderBy('key')
    .execute();
  const texts = noOwnTexts();
  for (const { language, key, text } of rows) texts[language][key] = text;
  return texts;
}

/** Who reads what is mailed to an address, and how. */
export interface MailReader {
  readonly email: string;
  readonly wording: Wording;
  /** Preferences of the user with this address; null where there are none. */
  readonly timeZone: string | null;
  readonly dateFormat: string | null;
  readonly timeFormat: string | null;
}

interface AddressRow {
  readonly email: string;
  readonly language: string;
  readonly time_zone: string | null;
  readonly date_format: string | null;
  readonly time_format: string | null;
}

/**
 * How each receiver of a customer's mails reads: as the customer's user with the address prefers, and in
 * the customer's first language where the address belongs to no user.
 *
 * @returns one for each address, in their order
 */
export async function mailReaders(
  trx: Transaction,
  customerId: number,
  emails: readonly string[],
): Promise<MailReader[]> {
  const { rows } = await sql<AddressRow>`
    select given.email, coalesce(u.language, c.languages[1], 'en') as language, u.time_zone,
      u.date_format, u.time_format
    from unnest(${[...emails]}::text[]) with ordinality as given (email, position)
    left join customers c on c.id = ${customerId}
    left join lateral (select * from users u
      where lower(u.email) = lower(given.email) and u.customer_id = ${customerId}
      order by u.id limit 1) u on true
    order by given.position`.execute(trx);
  const wordings = new Map<string, Wording>();
  for (const { language } of rows) {
    if (wordings.has(language)) continue;
    wordings.set(language, await wordingOf(trx, customerId, language));
  }
  return rows.map((row) => ({
    email: row.email,
    wording: wordings.get(row.language) ?? languageOf(row.language),
    timeZone: row.time_zone,
    dateFormat: row.date_format,
    timeFormat: row.time_format,
  }));
}

/** Readers with the same words, so that they get the same mail. */
export function byWording(readers: readonly MailReader[]): Map<Wording, MailReader[]> {
  const groups = new Map<Wording, MailReader[]>();
  for (const reader of readers) {
    const known = [...groups.keys()].find(
      (wording) => referenceOf(wording) === referenceOf(reader.wording),
    );
    const wording = known ?? reader.wording;
    groups.set(wording, [...(groups.get(wording) ?? []), reader]);
  }
  return groups;
}
