import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/context.ts';
import { may } from '../session/rights.ts';
import styles from './nearest-town-note.module.css';
import { usePlatformConfig } from './use-platform-config.ts';

/**
 * Says that places are described by the nearest town because no address service is configured;
 * administrators get a link to the screen that explains it. Nothing where a service is configured.
 */
export function NearestTownNote() {
  const { t } = useTranslation();
  const { current } = useSession();
  const { data } = usePlatformConfig();
  if (data?.map.has_address_service !== false) return null;
  return (
    <span className={styles.note}>
      {t('map.nearestTown')}{' '}
      {may(current, { kind: 'administrator' }) && (
        <Link to="/administration/maps">{t('map.setUpAddresses')}</Link>
      )}
    </span>
  );
}
