import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { useHoursDrivers } from './drivers-hours-drivers.tsx';
import { useInfringements } from './drivers-hours-infringements.tsx';
import { HoursSettingsDialog } from './drivers-hours-settings-dialog.tsx';

const LISTS = ['drivers', 'infringements'] as const;

/** Screen /drivers-hours: the time that is left to each driver, and the infringements. */
export function DriversHoursScreen() {
  const { t } = useTranslation();
  const { current: session } = useSession();
  const [isChanging, setIsChanging] = useState(false);
  const current = useListTab(LISTS);
  const drivers = useHoursDrivers();
  const infringements = useInfringements();
  const tabs = (
    <ListTabs
      label={t('hours.tabs')}
      current={current}
      tabs={LISTS.map((key) => ({ key, label: t(`hours.tab.${key}`) }))}
    />
  );
  const actions = may(session, { kind: 'administrator' }) && !session.user.is_global_admin && (
    <>
      <Button onClick={() => setIsChanging(true)}>{t('hours.tab.settings')}</Button>
      {isChanging && <HoursSettingsDialog onClose={() => setIsChanging(false)} />}
    </>
  );
  return current === 'drivers' ? (
    <ResourceScreen key={current} resource={drivers} tabs={tabs} actions={actions} />
  ) : (
    <ResourceScreen key={current} resource={infringements} tabs={tabs} actions={actions} />
  );
}
