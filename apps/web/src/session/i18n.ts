import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { storage } from './storage.ts';

/** The configured languages (requirement A-06); shown in upper case (OP-077). */
export const LANGUAGES = [
  { reference: 'en', name: 'English' },
  { reference: 'pt', name: 'Português' },
] as const;
export type LanguageReference = (typeof LANGUAGES)[number]['reference'];

/** Where the library keeps them. */
const NAMESPACE = 'translation';

/** The stored choice, or English when there is none (requirement B-03). */
export function chosenLanguage(): LanguageReference {
  const stored = storage.language.get()?.toLowerCase();
  return LANGUAGES.find(({ reference }) => reference === stored)?.reference ?? 'en';
}

type OwnTexts = (language: string) => Promise<object>;

/** What the customer says in the place of texts; nothing before it is known whose person this is. */
let ownTexts: OwnTexts = async () => ({});

async function load(language: string): Promise<void> {
  if (i18next.hasResourceBundle(language, NAMESPACE)) return;
  const [answer, own] = await Promise.all([fetch(`/locales/${language}.json`), ownTexts(language)]);
  // Laid over the only copy, so that what is replaced takes no memory.
  const texts = Object.assign(await answer.json(), own);
  i18next.addResourceBundle(language, NAMESPACE, texts, false, true, { skipCopy: true });
}

/** Ends when the texts of the product are there. */
let started: Promise<void> = Promise.resolve();

/** Says the customer's own words from here on; done before the first screen, so that none changes. */
export async function sayOwnTexts(own: OwnTexts): Promise<void> {
  const language = i18next.language ?? chosenLanguage();
  const [words] = await Promise.all([own(language), started]);
  ownTexts = own;
  i18next.addResources(language, NAMESPACE, words);
}

interface PluralResolver {
  getRule(code: string, options?: object): Intl.PluralRules;
}

/** "0 registos": nothing is several in Portugal, one in Brazil, whose rules stand for "pt". */
function countAsInPortugal(): void {
  const resolver: PluralResolver = i18next.services.pluralResolver;
  const ruleOf = resolver.getRule.bind(resolver);
  resolver.getRule = (code, options) => ruleOf(code === 'pt' ? 'pt-PT' : code, options);
}

/** Starts the texts in the chosen language; only that language is loaded. */
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

/** Changes the language of the interface and keeps the choice (B-P05). */
export async function changeLanguage(language: LanguageReference): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  storage.language.set(language);
  document.documentElement.lang = language;
}
