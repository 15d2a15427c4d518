import type { AnswerOf, contract } from '@roadworthy/contract';
import { HOURS_REGIMES } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { ChoiceField, SwitchField, TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';

type Settings = AnswerOf<typeof contract.driversHours.settings>;

function Form({ first, onClose }: { readonly first: Settings; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, setFaults } = useDialogDraft(first);
  const { draft } = form;
  const save = async () => {
    setFaults({});
    await api.driversHours.changeSettings({
      body: {
        ...draft,
        reference_weeks: Number(draft.reference_weeks),
        night_hours: Number(draft.night_hours),
      },
    });
    await client.invalidateQueries({ queryKey: ['drivers-hours'] });
    await client.invalidateQueries({ queryKey: ['hours_infringement'] });
    toast.success(t('hours.settingsSaved'));
    onClose();
  };
  return (
    <FormDialog title={t('hours.title')} onSave={save} onFaults={setFaults} onClose={onClose}>
      <p>{t('hours.settingsText')}</p>
      <ChoiceField
        form={form}
        name="regime"
        label={t('hours.regime')}
        isRequired
        options={HOURS_REGIMES.map((value) => ({ value, label: t(`hours.regime.${value}`) }))}
      />
      <SwitchField
        form={form}
        name="may_reduce_twice"
        label={t('hours.mayReduceTwice')}
        hint={t('hours.mayReduceTwiceHint')}
      />
      <TextField
        form={form}
        name="reference_weeks"
        type="number"
        label={t('hours.referenceWeeks')}
        isRequired
      />
      <TextField
        form={form}
        name="night_hours"
        type="number"
        label={t('hours.nightHours')}
        isRequired
      />
      <TextField form={form} name="time_zone" label={t('hours.timeZone')} isRequired />
    </FormDialog>
  );
}

/** The rules by which the drivers of the customer are analysed; for administrators. */
export function HoursSettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const settings = useQuery({
    queryKey: ['drivers-hours', 'settings'],
    queryFn: ({ signal }) => api.driversHours.settings({ signal }),
  });
  if (settings.data === undefined) return null;
  return <Form first={settings.data} onClose={onClose} />;
}
