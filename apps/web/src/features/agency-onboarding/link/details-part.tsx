import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { requiredFault } from '../../../ui/field/required.ts';
import { LinkPart } from '../../../ui/link-part.tsx';
import { AreaField, TextField } from '../../../ui/resource/bound-fields.tsx';
import { toast } from '../../../ui/toast.ts';
import { linkToken, useSending } from '../../../ui/use-link.ts';
import { useUnloadGuard } from '../../../ui/use-unload-guard.ts';
import { NameFields } from '../name-fields.tsx';
import { LinkDayField } from './link-day-field.tsx';
import { SaveButton } from './save-button.tsx';
import type { LinkedOnboarding, PartProps } from './use-linked-onboarding.ts';

const REQUIRED = ['first_name', 'surname', 'born_on', 'phone'] as const;

const draftOf = ({ address, born_on, first_name, phone, surname }: LinkedOnboarding) => ({
  first_name,
  surname,
  born_on: born_on ?? '',
  phone: phone ?? '',
  address,
});

/** Name, date of birth, telephone and address. */
export function DetailsPart({ onboarding, onSent }: PartProps) {
  const { t } = useTranslation();
  const { isBusy, faults, failure, setFaults, send } = useSending(onSent);
  const [draft, setDraft] = useState(() => draftOf(onboarding));
  useUnloadGuard(JSON.stringify(draft) !== JSON.stringify(draftOf(onboarding)));
  const change = (changes: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...changes }));
  const form = { draft, faults, change };
  const save = async () => {
    const missing = REQUIRED.filter((name) => draft[name].trim() === '');
    if (missing.length > 0) {
      setFaults(Object.fromEntries(missing.map((name) => [name, requiredFault(t)])));
      return;
    }
    const body = { token: linkToken(), ...draft };
    const isSaved = await send(() => api.agencyOnboardingLinks.details({ body, quiet: true }));
    if (isSaved) toast.success(t('onboardingLink.saved'));
  };
  return (
    <LinkPart title={t('onboardingLink.details')} failure={failure}>
      <NameFields form={form} isOwn />
      <LinkDayField
        label={t('driversFile.bornOn')}
        value={draft.born_on}
        fault={faults.born_on}
        isRequired
        onChange={(day) => change({ born_on: day })}
      />
      <TextField
        form={form}
        name="phone"
        type="tel"
        label={t('agencyOnboarding.phone')}
        isRequired
        maxLength={40}
        autoComplete="tel"
      />
      <AreaField form={form} name="address" label={t('agencyOnboarding.address')} maxLength={500} />
      <SaveButton isBusy={isBusy} onSave={save} />
    </LinkPart>
  );
}
