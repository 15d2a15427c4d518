import { storage } from '../../../shell/session/storage.ts';

export const LANGUAGES = ['en', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

const LOADERS = {
  en: () => import('virtual:public-texts/en'),
  pt: () => import('virtual:public-texts/pt'),
} as const;

let texts: Readonly<Record<string, string>> = {};

/** The stored choice; a stranger has none, and reads the language of the browser (K-P04). */
export function pageLanguage(): Language {
  const wanted = storage.language.get() ?? navigator.language;
  return wanted.toLowerCase().startsWith('pt') ? 'pt' : 'en';
}

/** Loads the texts of a language, for {@link t}. */
export async function loadTexts(language: Language): Promise<void> {
  texts = (await LOADERS[language]()).default;
  document.documentElement.lang = language;
}

/** The texts that were loaded, for widgets that speak through a library. */
export function loadedTexts(): { language: string; texts: Readonly<Record<string, string>> } {
  return { language: document.documentElement.lang, texts };
}

/** A text in the language that was loaded, with `{name}` filled in. */
export function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
