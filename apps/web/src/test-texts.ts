import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { onTestFinished } from 'vitest';
import en from '../public/locales/en.json';
import pt from '../public/locales/pt.json';

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

/** Shows the screens of the running component test in Portuguese. */
export async function speakPortuguese(): Promise<void> {
  i18next.addResourceBundle('pt', 'translation', pt);
  await i18next.changeLanguage('pt');
  onTestFinished(async () => {
    await i18next.changeLanguage('en');
  });
}
