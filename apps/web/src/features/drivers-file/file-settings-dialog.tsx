import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { DRIVERS_FILE_KEY, type FileSettings } from './drivers-file.ts';

const FIELDS = [
  'warning_days',
  'check_months',
  'points_from',
  'check_months_with_points',
] as const satisfies readonly (keyof FileSettings)[];

function Form({ first, onClose }: { readonly first: FileSettings; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [draft, setDraft] = useState(first);
  const [faults, setFaults] = useState<Faults>({});
  const change = (changes: Partial<FileSettings>) => setDraft({ ...draft, ...changes });
  const save = async () => {
    setFaults({});
    const numbers = FIELDS.map((name) => [name, Number(draft[name])]);
    const body: FileSettings = Object.fromEntries(numbers);
    await api.driversFile.changeSettings({ body });
    await client.invalidateQueries({ queryKey: [DRIVERS_FILE_KEY] });
    toast.success(t('driversFile.settingsSaved'));
    onClose();
  };
  return (
    <FormDialog
      title={t('driversFile.settings')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{t('driversFile.settingsText')}</p>
      {FIELDS.map((name) => (
        <TextField
          key={name}
          form={{ draft, faults, change }}
          name={name}
          type="number"
          label={t(`driversFile.${name}`)}
          isRequired
        />
      ))}
    </FormDialog>
  );
}

/** The intervals of entitlement checks and the days of the warning; for administrators. */
export function FileSettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { data } = useQuery({
    queryKey: [DRIVERS_FILE_KEY, 'settings'],
    queryFn: ({ signal }) => api.driversFile.settings({ signal }),
  });
  return data === undefined ? null : <Form first={data} onClose={onClose} />;
}
