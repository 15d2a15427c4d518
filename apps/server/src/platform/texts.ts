import { formatNumber } from '@roadworthy/domain';
import en from '../locales/en.json' with { type: 'json' };
import pt from '../locales/pt.json' with { type: 'json' };

export type TextKey = keyof typeof en;
export type LanguageReference = 'en' | 'pt';

/** A language with a customer's texts, which override the product's. */
export interface CustomerWording {
  readonly reference: LanguageReference;
  /** By text name; absent ones are the product's. */
  readonly own: ReadonlyMap<string, string>;
}

/** The product's texts in a language, or those of a customer. */
export type Wording = LanguageReference | CustomerWording;

/** Names of texts with a plural form: `…_one` and `…_other`. */
export type CountedKey = TextKey extends infer K
  ? K extends `${infer Stem}_other`
    ? Stem
    : never
  : never;

const TEXTS: Readonly<Record<LanguageReference, Readonly<Record<TextKey, string>>>> = { en, pt };

/** BCP 47 tag of each language; for numbers and for the language of a document. */
export const LOCALES = { en: 'en-GB', pt: 'pt-PT' } as const;

/** Whether there is a text of this name. */
export function isTextKey(name: string): name is TextKey {
  return Object.hasOwn(en, name);
}

/** The supported language closest to the requested one; English otherwise (requirement A-06). */
export function languageOf(wanted: string | null | undefined): LanguageReference {
  return wanted?.toLowerCase().startsWith('pt') === true ? 'pt' : 'en';
}

/** The language of the texts. */
export function referenceOf(wording: Wording): LanguageReference {
  return typeof wording === 'string' ? wording : wording.reference;
}

/** The product's texts of e-mails and documents in a language, by name. */
export function documentTexts(language: LanguageReference): Readonly<Record<TextKey, string>> {
  return TEXTS[language];
}

/** A text of the server, with `{name}` replaced. */
export function textOf(
  wording: Wording,
  key: TextKey,
  values: Readonly<Record<string, string>> = {},
): string {
  const own = typeof wording === 'string' ? undefined : wording.own.get(key);
  const text = own ?? TEXTS[referenceOf(wording)][key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/**
 * A text with a count, in the plural form of the language, with
 * `{count}` replaced. A missing plural form falls back to the last one.
 */
export function countedTextOf(
  wording: Wording,
  key: CountedKey,
  count: number,
  values: Readonly<Record<string, string>> = {},
): string {
  const locale = LOCALES[referenceOf(wording)];
  const form = `${key}_${new Intl.PluralRules(locale).select(count)}`;
  const shown = formatNumber(count, locale);
  return textOf(wording, isTextKey(form) ? form : (`${key}_other` as TextKey), {
    ...values,
    count: shown,
  });
}
