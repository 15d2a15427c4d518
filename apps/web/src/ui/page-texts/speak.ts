import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadedTexts } from './texts.ts';

const OPTIONS = {
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
} as const;

/** Gives the texts of this page to i18next, which the shared components use. */
export async function speakAsPage(): Promise<void> {
  const { language, texts } = loadedTexts();
  if (!i18next.isInitialized) {
    const resources = { [language]: { translation: texts } };
    await i18next.use(initReactI18next).init({ ...OPTIONS, lng: language, resources });
  } else if (i18next.language !== language) {
    i18next.addResourceBundle(language, 'translation', texts);
    await i18next.changeLanguage(language);
  }
}
