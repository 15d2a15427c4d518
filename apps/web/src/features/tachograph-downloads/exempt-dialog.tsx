import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import type { DownloadDetails } from './tachograph-downloads.ts';

/** Asks why a card or vehicle unit needs no download. */
export function ExemptDialog({
  one,
  onDone,
  onClose,
}: {
  readonly one: DownloadDetails;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { form, setFaults } = useDialogDraft({ reason: '' });
  const { draft } = form;
  const save = async () => {
    await api.tachographDownloads.exempt({ params: { id: one.id }, body: draft });
    onDone();
  };
  return (
    <FormDialog
      title={t('tachographDownloads.exempt')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="reason"
        label={t('tachographDownloads.reason')}
        hint={t('tachographDownloads.reasonHint')}
        isRequired
        maxLength={500}
      />
    </FormDialog>
  );
}
