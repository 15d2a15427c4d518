import { INVITATION_DAYS, ONBOARDING_DOCUMENTS } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { CheckBox } from '../../ui/field/check-box.tsx';
import { row } from '../../ui/look/look.ts';
import { ChoiceField, DayField, FieldGroup, TextField } from '../../ui/resource/bound-fields.tsx';
import { LinkLanguageField } from '../../ui/resource/link-language-field.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import {
  type InvitationDraft,
  type Onboarding,
  useOnboardingChoices,
} from './agency-onboarding.ts';
import { NameFields } from './name-fields.tsx';

const options = (rows: readonly { readonly id: number; readonly name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

/** Days for which the link is valid. */
export function DaysField<Draft extends { readonly days: number }>({
  form,
}: {
  readonly form: Pick<FormProps<Draft, never>, 'draft' | 'faults' | 'change'>;
}) {
  const { t } = useTranslation();
  return (
    <ChoiceField
      form={form}
      name="days"
      label={t('agencyOnboarding.days')}
      isRequired
      options={INVITATION_DAYS.map((value) => ({
        value,
        label: t('workOrders.link.inDays', { count: value }),
      }))}
    />
  );
}

/** The fields of an invitation. */
export function InvitationFields({ one: _, ...form }: FormProps<InvitationDraft, Onboarding>) {
  const { t } = useTranslation();
  const { data } = useOnboardingChoices();
  const { documents } = form.draft;
  const language = form.draft.language ?? data?.language ?? null;
  return (
    <>
      <ChoiceField
        form={form}
        name="agency"
        label={t('agencyOnboarding.agency')}
        {...(data?.agencies.length === 0 ? { hint: t('agencyOnboarding.agencyFirst') } : {})}
        isRequired
        options={options(data?.agencies ?? [])}
      />
      <NameFields form={form} />
      <TextField
        form={form}
        name="email"
        type="email"
        label={t('agencyOnboarding.email')}
        hint={t('agencyOnboarding.emailHint')}
        isRequired
        maxLength={254}
      />
      <LinkLanguageField form={{ ...form, draft: { ...form.draft, language } }} />
      <DaysField form={form} />
      <ChoiceField
        form={form}
        name="depot"
        label={t('agencyOnboarding.depot')}
        isRequired={data?.needs_depot === true}
        none={t('agencyOnboarding.noDepot')}
        options={options(data?.depots ?? [])}
      />
      <DayField
        form={form}
        name="engaged_until"
        label={t('driversFile.engagedUntil')}
        hint={t('driversFile.engagedUntilHint')}
      />
      <FieldGroup title={t('agencyOnboarding.documents')}>
        {ONBOARDING_DOCUMENTS.map((kind) => (
          <CheckBox
            key={kind}
            className={row({ gap: 2, align: 'center' })}
            label={t(`driversFile.item.${kind}`)}
            isOn={documents.includes(kind)}
            onChange={(isOn) =>
              form.change({
                documents: ONBOARDING_DOCUMENTS.filter((other) =>
                  other === kind ? isOn : documents.includes(other),
                ),
              })
            }
          />
        ))}
        {form.faults.documents !== undefined && (
          <p className="field-fault" role="alert">
            {form.faults.documents.join(' ')}
          </p>
        )}
      </FieldGroup>
    </>
  );
}
