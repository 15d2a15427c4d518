import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { chosenLanguage, fetchTexts, type LanguageReference } from './languages.ts';
import { storage } from './storage.ts';

/** The namespace of the texts. */
const NAMESPACE = 'translation';

type OwnTexts = (language: string) => Promise<object>;

/** The custom texts of the customer; empty until the user is known. */
let ownTexts: OwnTexts = async () => ({});

async function load(language: string, file?: Promise<Response>): Promise<void> {
  if (i18next.hasResourceBundle(language, NAMESPACE)) return;
  const [answer, own] = await Promise.all([file ?? fetchTexts(language), ownTexts(language)]);
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

/**
 * Loads the texts of the selected language only.
 *
 * @param file its texts, if they are already requested
 */
export function startTexts(language = chosenLanguage(), file?: Promise<Response>): Promise<void> {
  started = loadFirst(language, file);
  return started;
}

async function loadFirst(language: LanguageReference, file?: Promise<Response>): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
  countAsInPortugal();
  await load(language, file);
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
