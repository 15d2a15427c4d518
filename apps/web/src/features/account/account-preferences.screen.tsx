import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useOwnKinds } from '../alerts/settings/preferences.ts';
import styles from './account-preferences.module.css';
import { UserPreferences } from './account-preferences.tsx';

/** The user preferences, with links to the security and the notification settings. */
export function PreferencesScreen() {
  const { t } = useTranslation();
  const isNotified = useOwnKinds().length > 0;
  return (
    <UserPreferences
      above={
        <p className={styles.links}>
          <Link to="/administration/user-preferences/security">{t('account.link')}</Link>
          {isNotified && (
            <Link to="/administration/user-preferences/notifications">{t('notify.settings')}</Link>
          )}
        </p>
      }
    />
  );
}
