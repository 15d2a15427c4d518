import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { storage } from './session/storage.ts';

/** The configured languages (requirement A-06); shown in upper case (OP-077). */
export const LANGUAGES = [
  { reference: 'en', name: 'English' },
  { reference: 'pt', name: 'Português' },
] as const;
export type LanguageReference = (typeof LANGUAGES)[number]['reference'];

/** The stored choice, or English when there is none (requirement B-03). */
export function chosenLanguage(): LanguageReference {
  const stored = storage.language.get()?.toLowerCase();
  return LANGUAGES.find(({ reference }) => reference === stored)?.reference ?? 'en';
}

async function load(language: string): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const answer = await fetch(`/locales/${language}.json`);
  i18next.addResourceBundle(language, 'translation', await answer.json());
}

/** Starts the texts in the chosen language; only that language is loaded. */
export async function startTexts(language = chosenLanguage()): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Changes the language of the interface and keeps the choice (B-P05). */
export async function changeLanguage(language: LanguageReference): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  storage.language.set(language);
  document.documentElement.lang = language;
}
