import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import type { BulkDialogProps } from '../../ui/resource/resource.ts';
import { toast } from '../../ui/toast.ts';

/** Requests the current position of the selected vehicles. */
export function RequestPositionsDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const [without, setWithout] = useState<readonly string[] | null>(null);
  const request = async () => {
    const done = await api.deviceCommands.requestPositions({ body: { vehicles: [...ids] } });
    toast.success(t('deviceCommands.positionsQueued', { count: done.queued }));
    if (done.without.length === 0) onDone();
    else setWithout(done.without.map(({ registration }) => registration));
  };
  return (
    <FormDialog
      title={t('deviceCommands.positionsTitle', { count: ids.length })}
      action={t('deviceCommands.requestPositions')}
      {...(without === null ? {} : { cancelLabel: t('action.close') })}
      isReadOnly={without !== null}
      onSave={request}
      onFaults={(faults) => toast.error(Object.values(faults).flat().join(' '))}
      onClose={onClose}
    >
      {without === null ? (
        <p>{t('deviceCommands.positionsText')}</p>
      ) : (
        <p role="status">
          {t('deviceCommands.positionsWithout', { vehicles: without.join(', ') })}
        </p>
      )}
    </FormDialog>
  );
}
