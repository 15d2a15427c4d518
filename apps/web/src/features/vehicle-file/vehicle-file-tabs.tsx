import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** The screens of the vehicle file: activities, schedules, services, official data, tyres, faults and evidence packs. */
export function FileTabs() {
  const { t } = useTranslation();
  const active = { className: 'tab', 'aria-current': 'page' } as const;
  return (
    <nav className="file-tabs" aria-label={t('vehicleFile.screens')}>
      <Link to="/vehicle-file/activity" className="tab" activeProps={active}>
        {t('vehicleFile.activity')}
      </Link>
      <Link to="/vehicle-file/planner" className="tab" activeProps={active}>
        {t('planner.title')}
      </Link>
      <Link to={'/vehicle-file/services' as string} className="tab" activeProps={active}>
        {t('servicePlans.tabTitle')}
      </Link>
      <Link to={'/vehicle-file/official-data' as string} className="tab" activeProps={active}>
        {t('officialData.tabTitle')}
      </Link>
      <Link to={'/tyres' as string} className="tab" activeProps={active}>
        {t('tyres.title')}
      </Link>
      <Link to={'/faults' as string} className="tab" activeProps={active}>
        {t('faults.title')}
      </Link>
      <Link to="/evidence-packs" className="tab">
        {t('evidence.title')}
      </Link>
    </nav>
  );
}
