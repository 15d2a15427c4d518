import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { DOWNLOADS_KEY, type DownloadSettings } from './tachograph-downloads.ts';

const FIELDS = ['card_days', 'unit_days', 'warning_days'] as const;

function Form({
  first,
  onClose,
}: {
  readonly first: DownloadSettings;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, setFaults } = useDialogDraft(first);
  const { draft } = form;
  const save = async () => {
    setFaults({});
    await api.tachographDownloads.changeSettings({
      body: {
        card_days: Number(draft.card_days),
        unit_days: Number(draft.unit_days),
        warning_days: Number(draft.warning_days),
      },
    });
    await client.invalidateQueries({ queryKey: [DOWNLOADS_KEY] });
    toast.success(t('tachographDownloads.settingsSaved'));
    onClose();
  };
  return (
    <FormDialog
      title={t('tachographDownloads.settings')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{t('tachographDownloads.settingsText')}</p>
      {FIELDS.map((name) => (
        <TextField
          key={name}
          form={form}
          name={name}
          type="number"
          label={t(`tachographDownloads.${name}`)}
          isRequired
        />
      ))}
    </FormDialog>
  );
}

/** The days between downloads; for administrators. */
export function DownloadSettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const settings = useQuery({
    queryKey: [DOWNLOADS_KEY, 'settings'],
    queryFn: ({ signal }) => api.tachographDownloads.settings({ signal }),
  });
  if (settings.data === undefined) return null;
  return <Form first={settings.data} onClose={onClose} />;
}
