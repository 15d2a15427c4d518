import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';

const FIELDS = [
  ['first_name', 'agencyOnboarding.firstName', 'given-name'],
  ['surname', 'agencyOnboarding.surname', 'family-name'],
] as const;

/**
 * The name of a driver.
 *
 * @param isOwn whether the driver fills in the form, so that the browser may complete the name
 */
export function NameFields<
  Draft extends { readonly first_name: string; readonly surname: string },
>({
  form,
  isOwn = false,
}: {
  readonly form: Pick<FormProps<Draft, never>, 'draft' | 'faults' | 'change'>;
  readonly isOwn?: boolean;
}) {
  const { t } = useTranslation();
  return FIELDS.map(([name, label, token]) => (
    <TextField
      key={name}
      form={form}
      name={name}
      label={t(label)}
      isRequired
      maxLength={60}
      autoComplete={isOwn ? token : 'off'}
    />
  ));
}
