import { useTranslation } from 'react-i18next';
import { DateTimeInput } from '../../ui/date-field/date-time-input.tsx';
import { useDisplay } from '../../ui/display.ts';
import { Field } from '../../ui/field/field.tsx';
import { Popover } from '../../ui/popover/popover.tsx';
import { ChoiceField, SwitchField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { chosenOf } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { VehicleField } from '../../ui/vehicle-autocomplete/vehicle-field.tsx';
import { type Coupling, type CouplingDraft, PLACES } from './couplings.ts';
import { TrailerField } from './trailer-field.tsx';

type Form = Pick<FormProps<CouplingDraft, Coupling>, 'change' | 'draft' | 'faults'>;

/** A day and a time of a draft, in the zone of the screen or a given one. */
export function CouplingTimeField<Draft>({
  form: { change, draft, faults },
  name,
  label,
  hint,
  zone,
  isRequired = false,
}: {
  readonly form: Pick<FormProps<Draft, never>, 'change' | 'draft' | 'faults'>;
  readonly name: keyof Draft & string;
  readonly label: string;
  readonly hint?: string;
  readonly zone?: string;
  readonly isRequired?: boolean;
}) {
  const { t } = useTranslation();
  const { dates: preferred } = useDisplay();
  const dates = zone === undefined ? preferred : { ...preferred, timeZone: zone };
  const value = String(draft[name] ?? '');
  const onChange = (minute: string) => change({ [name]: minute } as Partial<Draft>);
  const time = { label, value, dates, t, onChange };
  return (
    <Field label={label} hint={hint} isRequired={isRequired} fault={faults[name]}>
      {(props) => <DateTimeInput {...props} {...time} Opener={Popover} />}
    </Field>
  );
}

/** The two ends, position and times of a coupling. */
export function CouplingFields({
  one,
  ...form
}: Form & {
  /** The corrected coupling; null for a new one. */
  readonly one: Coupling | null;
}) {
  const { t } = useTranslation();
  const { change, draft, faults } = form;
  return (
    <>
      <VehicleField
        label={t('couplings.vehicle')}
        isRequired
        fault={faults.vehicle}
        selected={draft.vehicle}
        onChange={(vehicle) => change({ vehicle: chosenOf(vehicle) })}
      />
      <TrailerField form={form} label={t('couplings.trailer')} isRequired />
      <ChoiceField
        form={form}
        name="position"
        label={t('couplings.position')}
        {...(one === null ? { none: t('couplings.freePosition') } : {})}
        options={PLACES.map((value) => ({ value, label: t(`couplings.position.${value}`) }))}
      />
      <CouplingTimeField
        form={form}
        name="coupled_at"
        label={t('couplings.coupledAt')}
        isRequired
      />
      <CouplingTimeField
        form={form}
        name="uncoupled_at"
        label={t('couplings.uncoupledAt')}
        hint={t('couplings.uncoupledHint')}
      />
      {one === null && (
        <SwitchField
          form={form}
          name="replaces"
          label={t('couplings.replaces')}
          hint={t('couplings.replacesHint')}
        />
      )}
      <TextField form={form} name="note" label={t('couplings.note')} maxLength={500} />
    </>
  );
}
