import { DateField } from '../date-field/date-field.tsx';
import { Field } from '../field/field.tsx';
import type { ChosenVehicle } from '../vehicle-autocomplete/vehicle-autocomplete.tsx';
import { VehicleField } from '../vehicle-autocomplete/vehicle-field.tsx';
import type { FormProps } from './resource.ts';

/** A field of a draft, with its label and hint. */
interface Bound<Draft> {
  readonly form: Pick<FormProps<Draft, never>, 'draft' | 'faults' | 'change'>;
  readonly name: keyof Draft & string;
  readonly label: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
}

/** A text of a draft, stored as typed. */
export function TextField<Draft>({
  form,
  name,
  label,
  hint,
  isRequired = false,
  type = 'text',
  maxLength = 200,
  autoComplete = 'off',
}: Bound<Draft> & {
  readonly type?: 'text' | 'email' | 'tel' | 'number' | 'password';
  readonly maxLength?: number;
  readonly autoComplete?: string;
}) {
  return (
    <Field label={label} hint={hint} isRequired={isRequired} fault={form.faults[name]}>
      {(props) => (
        <input
          {...props}
          type={type}
          maxLength={maxLength}
          autoComplete={autoComplete}
          value={String(form.draft[name] ?? '')}
          onChange={(event) => form.change({ [name]: event.currentTarget.value } as Partial<Draft>)}
        />
      )}
    </Field>
  );
}

/** A text of several lines of a draft, stored as typed. */
export function AreaField<Draft>({
  form,
  name,
  label,
  hint,
  isRequired = false,
  rows = 3,
  maxLength,
}: Bound<Draft> & { readonly rows?: number; readonly maxLength: number }) {
  return (
    <Field label={label} hint={hint} isRequired={isRequired} fault={form.faults[name]}>
      {(props) => (
        <textarea
          {...props}
          rows={rows}
          maxLength={maxLength}
          value={String(form.draft[name] ?? '')}
          onChange={(event) => form.change({ [name]: event.currentTarget.value } as Partial<Draft>)}
        />
      )}
    </Field>
  );
}

/** A day of a draft, as YYYY-MM-DD; empty for none. */
export function DayField<Draft>({ form, name, label, hint, isRequired = false }: Bound<Draft>) {
  return (
    <DateField
      label={label}
      hint={hint}
      isRequired={isRequired}
      fault={form.faults[name]}
      value={String(form.draft[name] ?? '')}
      onChange={(day) => form.change({ [name]: day } as Partial<Draft>)}
    />
  );
}

/** An option; its value is an id or an enumerated value. */
export interface ChoiceOption {
  readonly value: number | string;
  readonly label: string;
}

/**
 * One of a few options, or none.
 *
 * @param none text for null; without it, an option is required
 */
export function ChoiceField<Draft>({
  form,
  name,
  label,
  hint,
  isRequired = false,
  options,
  none,
}: Bound<Draft> & { readonly options: readonly ChoiceOption[]; readonly none?: string }) {
  const chosen = form.draft[name];
  // A stored value that is no longer an option is still shown.
  const isKnown = chosen === null || options.some(({ value }) => value === chosen);
  return (
    <Field label={label} hint={hint} isRequired={isRequired} fault={form.faults[name]}>
      {(props) => (
        <select
          {...props}
          value={String(chosen ?? '')}
          onChange={(event) => {
            const text = event.currentTarget.value;
            const option = options.find(({ value }) => String(value) === text);
            form.change({ [name]: option?.value ?? null } as Partial<Draft>);
          }}
        >
          {(none !== undefined || chosen === null) && <option value="">{none ?? ''}</option>}
          {!isKnown && <option value={String(chosen)}>{String(chosen)}</option>}
          {options.map((option) => (
            <option key={option.value} value={String(option.value)}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Yes or no. */
export function SwitchField<Draft>({ form, name, label, hint }: Bound<Draft>) {
  return (
    <div className="resource-switch">
      <label>
        <input
          type="checkbox"
          checked={form.draft[name] === true}
          onChange={(event) =>
            form.change({ [name]: event.currentTarget.checked } as Partial<Draft>)
          }
        />
        <span>{label}</span>
      </label>
      {hint !== undefined && <p className="field-hint">{hint}</p>}
      {form.faults[name] !== undefined && (
        <p className="field-fault" role="alert">
          {form.faults[name].join(' ')}
        </p>
      )}
    </div>
  );
}

/** A group of fields with a heading. */
export function FieldGroup({
  title,
  children,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  return (
    <fieldset className="resource-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** The vehicle of a draft, which is required. */
export function DraftVehicleField<Draft extends { readonly vehicle: ChosenVehicle | null }>({
  form: { draft, faults, change },
  label,
}: {
  readonly form: Pick<FormProps<Draft, never>, 'draft' | 'faults' | 'change'>;
  readonly label: string;
}) {
  return (
    <VehicleField
      label={label}
      isRequired
      fault={faults.vehicle}
      selected={draft.vehicle}
      onChange={(vehicle) => change({ vehicle } as Partial<Draft>)}
    />
  );
}
