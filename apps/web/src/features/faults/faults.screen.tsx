import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { row } from '../../ui/look/look.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
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
    <div className={row({ gap: 2, paddingX: 4, paddingTop: 3 })}>
      <Button onClick={() => setIsOpen(true)}>{t('faults.settings')}</Button>
      {isOpen && <FaultSettingsDialog settings={settings} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** Screen /faults: what devices report of their vehicles, and the thread of each fault in a panel. */
export function FaultsScreen() {
  return <ResourceScreen resource={useFaults()} above={<Settings />} />;
}
