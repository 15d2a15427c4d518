import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../display.ts';
import { Field } from '../field/field.tsx';
import { Popover } from '../popover/popover.tsx';
import { DateInput, type DateInputProps } from './date-input.tsx';

type Own = Omit<DateInputProps, 'dates' | 'id' | 't' | 'Opener'>;

/** A labelled date field in the person's format, with its error. */
export function DateField({
  label,
  hint,
  isRequired = false,
  fault,
  ...input
}: Own & {
  readonly hint?: string | undefined;
  readonly isRequired?: boolean;
  readonly fault: readonly string[] | undefined;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (
    <Field label={label} hint={hint} isRequired={isRequired} fault={fault}>
      {(props) => (
        <DateInput {...props} {...input} label={label} dates={dates} t={t} Opener={Popover} />
      )}
    </Field>
  );
}

/** A date field of a filter, with its label at the side. */
export function DateFilter({ label, ...input }: Own) {
  const id = useId();
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (
    <div className="date-filter">
      <label htmlFor={id}>{label}</label>
      <DateInput {...input} id={id} label={label} dates={dates} t={t} Opener={Popover} />
    </div>
  );
}
