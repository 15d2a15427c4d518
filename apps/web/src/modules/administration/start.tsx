import { Link, Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DestinationIcon } from '../../shell/destination-icon.tsx';
import { PageTitle } from '../../shell/page-title.tsx';
import { useSession } from '../../shell/session/context.ts';
import { may } from '../../shell/session/rights.ts';
import './administration.css';

/** Administration; without administrator rights it opens the user preferences (OP-017). */
export function Start() {
  const { t } = useTranslation();
  const { current } = useSession();
  if (!may(current, { kind: 'administrator' })) {
    return <Navigate to="/administration/user-preferences" replace />;
  }
  return (
    <div className="page">
      <PageTitle title={t('administration.title')} />
      <nav className="cards" aria-label={t('administration.title')}>
        <Link className="card" to="/administration/trackers">
          <span className="card-icon">
            <DestinationIcon name="trackVehicle" />
          </span>
          <strong>{t('administration.trackers')}</strong>
          <span>{t('administration.trackersText')}</span>
        </Link>
        <Link className="card" to="/administration/user-preferences">
          <span className="card-icon">
            <DestinationIcon name="administration" />
          </span>
          <strong>{t('administration.preferences')}</strong>
          <span>{t('administration.preferencesText')}</span>
        </Link>
      </nav>
    </div>
  );
}
