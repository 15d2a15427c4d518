import { storage } from './storage.ts';

/** The configured languages (requirement A-06); shown in upper case (OP-077). */
export const LANGUAGES = [
  { reference: 'en', name: 'English' },
  { reference: 'pt', name: 'Português' },
] as const;
export type LanguageReference = (typeof LANGUAGES)[number]['reference'];

/** The stored language; English by default (requirement B-03). */
export function chosenLanguage(): LanguageReference {
  const stored = storage.language.get()?.toLowerCase();
  return LANGUAGES.find(({ reference }) => reference === stored)?.reference ?? 'en';
}

/** Requests the texts of a language. */
export const fetchTexts = (language: string): Promise<Response> =>
  fetch(`/locales/${language}.json`);
