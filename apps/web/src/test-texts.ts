import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from '../public/locales/en.json';

/** Loads the English texts for a component test, without a server. */
export async function startTestTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: false,
    resources: { en: { translation: en } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
}
