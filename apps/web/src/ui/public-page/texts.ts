import { type Language, takeTexts } from '../page-texts/texts.ts';

export {
  knownText,
  LANGUAGES,
  type Language,
  pageLanguage,
  sayOwnTexts,
  t,
} from '../page-texts/texts.ts';

const LOADERS = {
  en: () => import('virtual:public-texts/en'),
  pt: () => import('virtual:public-texts/pt'),
} as const;

/** Loads the texts of a language, for `t`. */
export async function loadTexts(language: Language): Promise<void> {
  takeTexts(language, (await LOADERS[language]()).default);
}
