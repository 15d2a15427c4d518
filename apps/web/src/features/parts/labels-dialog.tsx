import { useTranslation } from 'react-i18next';
import { addressOf, pathOf } from '../../api/client.ts';
import { saveFrom } from '../../ui/download-menu/save-report.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import type { BulkDialogProps } from '../../ui/resource/resource.ts';

/** Downloads the labels of the selected parts. */
export function LabelsDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const save = async () => {
    const address = addressOf(pathOf('stockTakes', 'labels'), { query: { ids: ids.join(',') } });
    await saveFrom(address, 'part-labels.pdf');
    onDone();
  };
  return (
    <FormDialog
      title={t('parts.labels')}
      onSave={save}
      onFaults={() => undefined}
      onClose={onClose}
    >
      <p>{t('parts.labelsText')}</p>
    </FormDialog>
  );
}
