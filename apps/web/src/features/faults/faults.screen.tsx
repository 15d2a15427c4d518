import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { FileTabs } from '../vehicle-file/vehicle-file-tabs.tsx';
import { FAULTS_KEY } from './faults.ts';
import { useFaults } from './faults-list.tsx';
import { FaultSettingsDialog } from './settings-dialog.tsx';

function Settings() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { data: settings } = useQuery({
    queryKey: [FAULTS_KEY, 'settings'],
    queryFn: ({ signal }) => api.faults.settings({ signal, quiet: true }),
  });
  if (settings?.may_change !== true) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('faults.settings')}</Button>
      {isOpen && <FaultSettingsDialog settings={settings} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Screen /faults: what devices report of their vehicles, and the thread of each fault in a panel. */
export function FaultsScreen() {
  return <ResourceScreen resource={useFaults()} tabs={<FileTabs />} actions={<Settings />} />;
}
