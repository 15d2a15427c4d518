import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from './field/field.tsx';
import { type Faults, FormDialog } from './field/form-dialog.tsx';
import { toast } from './toast.ts';

/** Assigns an option to the selected records of a list, or removes it. */
export function ChoiceDialog({
  title,
  label,
  none,
  options,
  field,
  onSave,
  onDone,
  onClose,
}: {
  readonly title: string;
  readonly label: string;
  /** Text for none. */
  readonly none: string;
  readonly options: readonly { readonly value: number; readonly label: string }[];
  /** Name of the field in the body, which errors of the server contain. */
  readonly field: string;
  readonly onSave: (chosen: number | null) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onFaults={setFaults}
      onSave={async () => {
        await onSave(chosen === '' ? null : Number(chosen));
        toast.success(t('toast.updated'), { subject: title });
        onDone();
      }}
    >
      <Field label={label} fault={faults[field]}>
        {(props) => (
          <select
            {...props}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
          >
            <option value="">{none}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </FormDialog>
  );
}
