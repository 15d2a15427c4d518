import { Link, Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { DestinationIcon } from '../../ui/destination-icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import '../../ui/administration.css';

/**
 * The sections of administration, in the order of their cards (requirement O-P01). The texts of a
 * section are `administration.<key>` and `administration.<key>Text`.
 */
const SECTIONS = [
  { key: 'users', to: '/administration/users', icon: 'driverBehaviour' },
  { key: 'vehicles', to: '/administration/vehicles', icon: 'vehicleFile' },
  { key: 'uploadVehicles', to: '/administration/upload-vehicles', icon: 'vehicleFile' },
  { key: 'uploadCodes', to: '/administration/upload-qr-codes', icon: 'app' },
  { key: 'vehicleLists', to: '/administration/vehicle-lists', icon: 'vehicleCheck' },
  { key: 'trackers', to: '/administration/trackers', icon: 'trackVehicle' },
  { key: 'rawData', to: '/administration/raw-data', icon: 'traceVehicle' },
  { key: 'depots', to: '/administration/vehicle-groups', icon: 'home' },
  { key: 'drivers', to: '/administration/drivers', icon: 'timesheets' },
  { key: 'customers', to: '/administration/customers', icon: 'app' },
  {
    key: 'investigationTemplates',
    to: '/administration/investigation-templates',
    icon: 'vehicleFile',
  },
  { key: 'checkTemplates', to: '/administration/check-templates', icon: 'vehicleCheck' },
  { key: 'lists', to: '/administration/activity-types', icon: 'vehicleCheck' },
  { key: 'notifications', to: '/administration/notifications', icon: 'geofence' },
  { key: 'helpPage', to: '/administration/help-page', icon: 'vehicleCheck' },
  { key: 'texts', to: '/administration/texts', icon: 'vehicleFile' },
  { key: 'privateUse', to: '/administration/private-use', icon: 'track' },
  { key: 'recordLimits', to: '/administration/record-limits', icon: 'inspections' },
  { key: 'partnerKeys', to: '/administration/partner-keys', icon: 'app' },
  { key: 'retention', to: '/administration/retention', icon: 'timesheets' },
  { key: 'audit', to: '/administration/audit', icon: 'events' },
  { key: 'preferences', to: '/administration/user-preferences', icon: 'administration' },
] as const;

/** Administration; opens the user preferences for users without administrator rights (OP-017). */
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
        {SECTIONS.map(({ key, to, icon }) => (
          <Link key={key} className="card" to={to}>
            <span className="card-icon">
              <DestinationIcon name={icon} />
            </span>
            <strong>{t(`administration.${key}`)}</strong>
            <span>{t(`administration.${key}Text`)}</span>
          </Link>
        ))}
      </nav>
    </div>
  );
}
