import { useTranslation } from 'react-i18next';
import { ChoiceField } from './bound-fields.tsx';
import type { FormProps } from './resource.ts';

const LANGUAGES = ['en', 'pt'] as const;

/** The language of the mail with a link, and of its page. */
export function LinkLanguageField<
  Draft extends { readonly language: (typeof LANGUAGES)[number] | null },
>({ form }: { readonly form: Pick<FormProps<Draft, never>, 'draft' | 'faults' | 'change'> }) {
  const { t } = useTranslation();
  return (
    <ChoiceField
      form={form}
      name="language"
      label={t('workOrders.link.language')}
      isRequired
      options={LANGUAGES.map((value) => ({
        value,
        label: t(`workOrders.link.language.${value}`),
      }))}
    />
  );
}
