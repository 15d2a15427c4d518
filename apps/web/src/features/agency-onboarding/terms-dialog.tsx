import { formatDateTime } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { AreaField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { ONBOARDING_KEY, type Terms } from './agency-onboarding.ts';

const KEY = [ONBOARDING_KEY, 'terms'];

function Form({ first, onClose }: { readonly first: Terms; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const client = useQueryClient();
  const { form, setFaults } = useDialogDraft({ text: first.text });
  const save = async () => {
    await api.agencyOnboarding.changeTerms({ body: { text: form.draft.text } });
    await client.invalidateQueries({ queryKey: KEY });
    toast.success(t('agencyOnboarding.termsSaved'));
    onClose();
  };
  return (
    <FormDialog
      title={t('agencyOnboarding.termsTitle')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{t('agencyOnboarding.termsText')}</p>
      {first.changed_at !== null && (
        <p className="field-hint">
          {t('agencyOnboarding.termsVersion', {
            version: first.version,
            name: first.changed_by,
            time: formatDateTime(Date.parse(first.changed_at), dates),
          })}
        </p>
      )}
      <AreaField
        form={form}
        name="text"
        label={t('agencyOnboarding.terms')}
        rows={16}
        maxLength={50_000}
      />
    </FormDialog>
  );
}

/** The terms and the driver handbook; for administrators. */
export function TermsDialog({ onClose }: { readonly onClose: () => void }) {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.agencyOnboarding.terms({ signal }),
  });
  return data === undefined ? null : <Form first={data} onClose={onClose} />;
}
