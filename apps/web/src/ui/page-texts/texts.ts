import { knownTextKeys } from '@roadworthy/domain';
import { storage } from '../../session/storage.ts';

/*
 * Texts of pages that are too small for the whole locale files: each brings what it says, in the
 * language of the visitor.
 */

export const LANGUAGES = ['en', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

type Texts = Readonly<Record<string, string>>;

let texts: Texts = {};

/** The stored choice; a stranger has none, and reads the language of the browser (K-P04). */
export function pageLanguage(): Language {
  const wanted = storage.language.get() ?? navigator.language;
  return wanted.toLowerCase().startsWith('pt') ? 'pt' : 'en';
}

/** Takes the texts of a language, for {@link t}. */
export function takeTexts(language: Language, loaded: Texts): void {
  texts = loaded;
  document.documentElement.lang = language;
}

/**
 * Lays over them what the customer says in that language, once an answer has told whose page it is
 * . What a phone kept of an earlier release has none.
 */
export function sayOwnTexts(own: Readonly<Record<Language, Texts>> | undefined): void {
  texts = { ...texts, ...own?.[document.documentElement.lang as Language] };
}

/** The texts that were taken, for widgets that speak through a library. */
export function loadedTexts(): { language: string; texts: Texts } {
  return { language: document.documentElement.lang, texts };
}

/** A text in the language that was loaded, with `{name}` filled in. */
export function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** What the product itself wrote into a record, in the language that was loaded; other text stays. */
export function knownText(text: string): string {
  const key = knownTextKeys(text).find((one) => texts[one] !== undefined);
  return key === undefined ? text : t(key);
}
