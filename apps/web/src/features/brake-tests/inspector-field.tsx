import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Field } from '../../ui/field/field.tsx';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { look } from '../../ui/look/look.ts';

const MOST = 400;

/** The warning about a name: not in the register, or the qualification has expired; null for none. */
function useWarning(name: string) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['inspector', 'names'],
    queryFn: ({ signal }) =>
      api.inspectors.list({ query: { pageSize: MOST, page: 1 }, signal, quiet: true }),
  });
  const inspectors = data?.results ?? [];
  const typed = name.trim().toLowerCase();
  const found = inspectors.find((one) => one.name.toLowerCase() === typed);
  const isUnknown = typed !== '' && data !== undefined && found === undefined;
  const warning = isUnknown
    ? t('inspectors.unknown')
    : found?.is_expired === true
      ? t('inspectors.expiredWarning')
      : null;
  return { inspectors, warning };
}

/** The name of an inspector, with those of the register as suggestions and a warning about competence. */
export function InspectorField<Name extends string>({
  form,
  name,
  label,
}: {
  readonly form: {
    readonly draft: Readonly<Record<Name, string>>;
    readonly faults: Faults;
    readonly change: (changes: Readonly<Record<Name, string>>) => void;
  };
  readonly name: Name;
  readonly label: string;
}) {
  const listId = useId();
  const { inspectors, warning } = useWarning(form.draft[name]);
  return (
    <div>
      <Field label={label} isRequired fault={form.faults[name]}>
        {(props) => (
          <input
            {...props}
            maxLength={90}
            autoComplete="off"
            list={listId}
            value={form.draft[name]}
            onChange={(event) =>
              form.change({ [name]: event.currentTarget.value } as Record<Name, string>)
            }
          />
        )}
      </Field>
      <datalist id={listId}>
        {inspectors.map((one) => (
          <option key={one.id} value={one.name}>
            {one.qualification}
          </option>
        ))}
      </datalist>
      <p className={look({ margin: 0, size: 'small', tone: 'warn' })} role="status">
        {warning}
      </p>
    </div>
  );
}
