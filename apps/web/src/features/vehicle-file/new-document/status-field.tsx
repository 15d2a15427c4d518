import { isStatusFixed, offeredStatuses } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Field } from '../../../ui/field/field.tsx';
import { knownText } from '../../../ui/known-text.ts';
import { Select } from '../../../ui/select/select.tsx';
import type { NewDocument } from './use-new-document.ts';

/** The type with its statuses, loaded when it is selected (requirement H-11, R-164). */
function useTypeWithStatuses({ form }: NewDocument) {
  const id = form.type?.id ?? 0;
  const loaded = useQuery({
    queryKey: ['activity-type', id],
    enabled: id > 0,
    queryFn: ({ signal }) => api.vehicleFile.activityType({ params: { id }, signal, quiet: true }),
  });
  return loaded.data ?? form.type;
}

/** The statuses of the type; the only one of inspections and PMI forms is locked (H-15, H-16, H-P03). */
export function StatusField({ document }: { readonly document: NewDocument }) {
  const { t } = useTranslation();
  const { form, faults } = document;
  const type = useTypeWithStatuses(document);
  if (type === null) return null;
  const offered = offeredStatuses(type);
  const isFixed = isStatusFixed(type.reference);
  return (
    <Field label={t('vehicleFile.status')} isRequired fault={faults.status}>
      {(props) => (
        <Select
          {...props}
          disabled={isFixed}
          value={form.status?.name ?? ''}
          onChange={(event) => {
            const name = event.currentTarget.value;
            document.setStatus(offered.find((one) => one.name === name) ?? null);
          }}
        >
          {!isFixed && <option value="">{t('vehicleFile.choose')}</option>}
          {offered.map(({ name }) => (
            <option key={name} value={name}>
              {knownText(name, t)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
