import { knownTextKeys, placeTextIn } from '@roadworthy/domain';
// The translation file of the web app: the one list of these texts, also for files and mails.
import pt from '../../../web/public/locales/pt.json' with { type: 'json' };
import { LOCALES, referenceOf, type Wording } from './texts.ts';

const PORTUGUESE: Readonly<Record<string, string>> = pt;

/** The text of the interface by its key, the customer's before the product's. */
function interfaceText(wording: Wording, key: string): string | undefined {
  const own = typeof wording === 'string' ? undefined : wording.own.get(key);
  if (own !== undefined) return own;
  return referenceOf(wording) === 'pt' && Object.hasOwn(PORTUGUESE, key)
    ? PORTUGUESE[key]
    : undefined;
}

/**
 * What the product itself wrote into a record (names of its types and categories, statuses,
 * descriptions, points of its walkaround check) in the reader's language; records keep it in
 * English. What a person wrote stays.
 */
export function knownText(wording: Wording, text: string): string {
  for (const key of knownTextKeys(text)) {
    const known = interfaceText(wording, key);
    if (known !== undefined) return known;
  }
  return text;
}

/** An address in the reader's language: "3,6 mi a NO de Harlow". The name of a place stays. */
export function placeText(wording: Wording, address: string): string {
  if (referenceOf(wording) === 'en') return address;
  return placeTextIn(address, LOCALES[referenceOf(wording)], (key, values = {}) =>
    (interfaceText(wording, key) ?? key).replace(
      /\{(\w+)\}/g,
      (whole, name: string) => values[name] ?? whole,
    ),
  );
}
