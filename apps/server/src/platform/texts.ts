import { formatNumber } from '@roadworthy/domain';
import en from '../locales/en.json' with { type: 'json' };
import pt from '../locales/pt.json' with { type: 'json' };

export type TextKey = keyof typeof en;
export type LanguageReference = 'en' | 'pt';

/** A language as a customer's people read it: with the customer's own words before the product's. */
export interface CustomerWording {
  readonly reference: LanguageReference;
  /** By the names of the texts; the others are the product's. */
  readonly own: ReadonlyMap<string, string>;
}

/** What a text is said in: the product's words in a language, or those of a customer. */
export type Wording = LanguageReference | CustomerWording;

/** `…_one` and `…_other` of the same text: the name by which a number says them. */
export type CountedKey = TextKey extends infer K
  ? K extends `${infer Stem}_other`
    ? Stem
    : never
  : never;

const TEXTS: Readonly<Record<LanguageReference, Readonly<Record<TextKey, string>>>> = { en, pt };

/** BCP 47, of each language; for numbers and for the language of a document. */
export const LOCALES = { en: 'en-GB', pt: 'pt-PT' } as const;

/** Whether there is a text of this name. */
export function isTextKey(name: string): name is TextKey {
  return Object.hasOwn(en, name);
}

/** The configured language closest to what was asked for; English otherwise (requirement A-06). */
export function languageOf(wanted: string | null | undefined): LanguageReference {
  return wanted?.toLowerCase().startsWith('pt') === true ? 'pt' : 'en';
}

/** The language of a wording. */
export function referenceOf(wording: Wording): LanguageReference {
  return typeof wording === 'string' ? wording : wording.reference;
}

/** Every text of mails and documents in a language, by its name; the product's words. */
export function documentTexts(language: LanguageReference): Readonly<Record<TextKey, string>> {
  return TEXTS[language];
}

/** A text of the server in somebody's wording, with `{name}` filled in. */
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
 * A text that speaks of so many things, in the form that the language has for the number, with
 * `{count}` filled in. A language that knows more forms than the text has says the last.
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
