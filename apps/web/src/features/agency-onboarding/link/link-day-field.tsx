import { useTranslation } from 'react-i18next';
import { DateInput } from '../../../ui/date-field/date-input.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { NativePopover } from '../../../ui/native-modal/native-popover.tsx';
import { VISITOR_DATES } from '../../../ui/visitor-dates.ts';

/** A day on the page of a link, as YYYY-MM-DD; empty for none. */
export function LinkDayField({
  label,
  value,
  fault,
  isRequired = false,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly fault: readonly string[] | undefined;
  readonly isRequired?: boolean;
  readonly onChange: (day: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <Field label={label} isRequired={isRequired} fault={fault}>
      {(props) => (
        <DateInput
          {...props}
          label={label}
          value={value}
          dates={VISITOR_DATES}
          t={t}
          Opener={NativePopover}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
