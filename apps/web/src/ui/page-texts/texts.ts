import { knownTextKeys } from '@roadworthy/domain';
import { storage } from '../../session/storage.ts';

/*
 * Texts of pages that are too small for the whole locale files: each page loads only its own texts, in
 * the language of the visitor.
 */

export const LANGUAGES = ['en', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

type Texts = Readonly<Record<string, string>>;

let texts: Texts = {};

/** The stored language; without one, the language of the browser (K-P04). */
export function pageLanguage(): Language {
  const wanted = storage.language.get() ?? navigator.language;
  return wanted.toLowerCase().startsWith('pt') ? 'pt' : 'en';
}

/** Sets the texts of a language for {@link t}. */
export function takeTexts(language: Language, loaded: Texts): void {
  texts = loaded;
  document.documentElement.lang = language;
}

/**
 * Overlays the custom texts of the customer in that language, once an answer has identified the customer
 * . Answers cached by an earlier release have none.
 */
export function sayOwnTexts(own: Readonly<Record<Language, Texts>> | undefined): void {
  texts = { ...texts, ...own?.[document.documentElement.lang as Language] };
}

/** The current texts, for components that use a library. */
export function loadedTexts(): { language: string; texts: Texts } {
  return { language: document.documentElement.lang, texts };
}

/** A text in the loaded language, with its placeholders replaced. */
export function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text that the product wrote into a record, in the loaded language; other texts are unchanged. */
export function knownText(text: string): string {
  const key = knownTextKeys(text).find((one) => texts[one] !== undefined);
  return key === undefined ? text : t(key);
}
