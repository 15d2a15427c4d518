import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { useDriversFile } from './drivers-file-list.tsx';
import { FileSettingsDialog } from './file-settings-dialog.tsx';

/** Screen /drivers-file: documents and entitlements of all drivers, and what expires (U-19). */
export function DriversFileScreen() {
  const { t } = useTranslation();
  const { current: session } = useSession();
  const [isChanging, setIsChanging] = useState(false);
  const resource = useDriversFile();
  const mayChange = may(session, { kind: 'administrator' }) && !session.user.is_global_admin;
  return (
    <ResourceScreen
      resource={resource}
      actions={
        mayChange && (
          <>
            <Button onClick={() => setIsChanging(true)}>{t('driversFile.settings')}</Button>
            {isChanging && <FileSettingsDialog onClose={() => setIsChanging(false)} />}
          </>
        )
      }
    />
  );
}
