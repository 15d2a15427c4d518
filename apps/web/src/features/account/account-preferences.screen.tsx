import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { UserPreferences } from './account-preferences.tsx';

/** The user preferences, with a link to the security settings. */
export function PreferencesScreen() {
  const { t } = useTranslation();
  return (
    <UserPreferences
      above={
        <p>
          <Link to="/administration/user-preferences/security">{t('account.link')}</Link>
        </p>
      }
    />
  );
}
