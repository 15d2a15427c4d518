import { SMALL_PAGE_TEXTS, type SmallPage } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../db/index.ts';
import { languageOf, referenceOf, type Wording } from '../texts.ts';

/**
 * The texts of e-mails and documents for users of a customer, in a language.
 *
 * @param customerId null for readers without a customer, who get the product's texts
 * @param wanted the reader's preference; the closest language is used (requirement A-06)
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
      // Names that files and e-mails share with the screens.
      sql<boolean>`(place = 'documents' or key ~ '^(known|walk[.]point|compass|place)[.]')`,
    )
    .where('language', '=', reference)
    .execute();
  if (rows.length === 0) return reference;
  return { reference, own: new Map(rows.map(({ key, text }) => [key, text])) };
}

/** The custom texts of a customer, by language and name. */
export interface OwnPageTexts {
  readonly en: Record<string, string>;
  readonly pt: Record<string, string>;
}

/** For users without a customer, or with an unknown one. */
export const noCustomTexts = (): OwnPageTexts => ({ en: {}, pt: {} });

/**
 * The custom texts of small pages, in both languages. The response that names the customer
 * contains them, so it is the same for everyone.
 */
export async function customPageTexts(
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
  const texts = noCustomTexts();
  for (const { language, key, text } of rows) texts[language][key] = text;
  return texts;
}

/** The recipient of e-mails at an address, and how they read them. */
export interface MailReader {
  readonly email: string;
  /** The customer's user with this address; null if there is none. */
  readonly userId: number | null;
  readonly wording: Wording;
  /** Preferences of the user with this address; null if there is none. */
  readonly timeZone: string | null;
  readonly dateFormat: string | null;
  readonly timeFormat: string | null;
}

interface AddressRow {
  readonly email: string;
  readonly user_id: number | null;
  readonly language: string;
  readonly time_zone: string | null;
  readonly date_format: string | null;
  readonly time_format: string | null;
}

/**
 * The language of each recipient of a customer's e-mails: that of the customer's user with the address,
 * or the customer's first language if the address belongs to no user.
 *
 * @returns one per address, in the same order
 */
export async function mailReaders(
  trx: Transaction,
  customerId: number,
  emails: readonly string[],
): Promise<MailReader[]> {
  const { rows } = await sql<AddressRow>`
    select given.email, u.id as user_id, coalesce(u.language, c.languages[1], 'en') as language, u.time_zone,
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
    userId: row.user_id,
    wording: wordings.get(row.language) ?? languageOf(row.language),
    timeZone: row.time_zone,
    dateFormat: row.date_format,
    timeFormat: row.time_format,
  }));
}

/** Groups readers with the same texts, so that they share one e-mail. */
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
