import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { storage } from './storage.ts';

/** The configured languages (requirement A-06); shown in upper case (OP-077). */
export const LANGUAGES = [
  { reference: 'en', name: 'English' },
  { reference: 'pt', name: 'Português' },
] as const;
export type LanguageReference = (typeof LANGUAGES)[number]['reference'];

/** The namespace of the texts. */
const NAMESPACE = 'translation';

/** The stored language; English by default (requirement B-03). */
export function chosenLanguage(): LanguageReference {
  const stored = storage.language.get()?.toLowerCase();
  return LANGUAGES.find(({ reference }) => reference === stored)?.reference ?? 'en';
}

type OwnTexts = (language: string) => Promise<object>;

/** The custom texts of the customer; empty until the user is known. */
let ownTexts: OwnTexts = async () => ({});

async function load(language: string): Promise<void> {
  if (i18next.hasResourceBundle(language, NAMESPACE)) return;
  const [answer, own] = await Promise.all([fetch(`/locales/${language}.json`), ownTexts(language)]);
  // Overwrites the only copy, to save memory.
  const texts = Object.assign(await answer.json(), own);
  i18next.addResourceBundle(language, NAMESPACE, texts, false, true, { skipCopy: true });
}

/** Resolves when the texts of the product are loaded. */
let started: Promise<void> = Promise.resolve();

/** Applies the custom texts; call before the first screen, so that no text changes on screen. */
export async function sayOwnTexts(own: OwnTexts): Promise<void> {
  const language = i18next.language ?? chosenLanguage();
  const [words] = await Promise.all([own(language), started]);
  ownTexts = own;
  i18next.addResources(language, NAMESPACE, words);
}

interface PluralResolver {
  getRule(code: string, options?: object): Intl.PluralRules;
}

/** "0 registos": zero is plural in Portugal but singular in Brazil, whose rules "pt" has. */
function countAsInPortugal(): void {
  const resolver: PluralResolver = i18next.services.pluralResolver;
  const ruleOf = resolver.getRule.bind(resolver);
  resolver.getRule = (code, options) => ruleOf(code === 'pt' ? 'pt-PT' : code, options);
}

/** Loads the texts of the selected language only. */
export function startTexts(language = chosenLanguage()): Promise<void> {
  started = loadFirst(language);
  return started;
}

async function loadFirst(language: LanguageReference): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
  countAsInPortugal();
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Changes the language of the interface and stores it (B-P05). */
export async function changeLanguage(language: LanguageReference): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  storage.language.set(language);
  document.documentElement.lang = language;
}
