import { knownTextKeys, placeTextIn } from '@roadworthy/domain';
// The translation file of the web app: the single list of these texts, also for files and e-mails.
import pt from '../../../web/public/locales/pt.json' with { type: 'json' };
import { LOCALES, referenceOf, type Wording } from './texts.ts';

const PORTUGUESE: Readonly<Record<string, string>> = pt;

/** A text of the interface by its key; the customer's text overrides the product's. */
function interfaceText(wording: Wording, key: string): string | undefined {
  const own = typeof wording === 'string' ? undefined : wording.own.get(key);
  if (own !== undefined) return own;
  return referenceOf(wording) === 'pt' && Object.hasOwn(PORTUGUESE, key)
    ? PORTUGUESE[key]
    : undefined;
}

/**
 * Translates a text that the product wrote into a record (names of its types and categories, statuses,
 * descriptions, items of its walkaround check), which is stored in
 * English. Texts of users are returned unchanged.
 */
export function knownText(wording: Wording, text: string): string {
  for (const key of knownTextKeys(text)) {
    const known = interfaceText(wording, key);
    if (known !== undefined) return known;
  }
  return text;
}

/** An address in the reader's language: "3,6 mi a NO de Harlow". Place names are not translated. */
export function placeText(wording: Wording, address: string): string {
  if (referenceOf(wording) === 'en') return address;
  return placeTextIn(address, LOCALES[referenceOf(wording)], (key, values = {}) =>
    (interfaceText(wording, key) ?? key).replace(
      /\{(\w+)\}/g,
      (whole, name: string) => values[name] ?? whole,
    ),
  );
}
