import { useTranslation } from 'react-i18next';
import { CouplingTimeField } from '../couplings/coupling-fields.tsx';

/** The start or the end of a shift or an absence, in the zone of the plan. */
export function PlannedTimeField<Draft extends { readonly start: string; readonly end: string }>({
  name,
  ...field
}: Omit<Parameters<typeof CouplingTimeField<Draft>>[0], 'label' | 'isRequired' | 'name'> & {
  readonly name: 'start' | 'end';
}) {
  const { t } = useTranslation();
  return <CouplingTimeField {...field} name={name} label={t(`planning.${name}`)} isRequired />;
}
