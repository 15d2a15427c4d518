import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../session/i18n.ts';
import { LANGUAGES, type LanguageReference } from '../session/languages.ts';

/** The language selector of header and login page (requirements, B-01 to B-03). */
export function LanguageSelector() {
  const { t, i18n } = useTranslation();
  return (
    <label className="language">
      <span className="visually-hidden">{t('header.language')}</span>
      <select
        value={i18n.language}
        onChange={(event) => void changeLanguage(event.currentTarget.value as LanguageReference)}
      >
        {LANGUAGES.map(({ reference, name }) => (
          <option key={reference} value={reference} title={name}>
            {reference.toUpperCase()}
          </option>
        ))}
      </select>
    </label>
  );
}
