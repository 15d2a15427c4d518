import { PRIVATE_USE_KINDS } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/context.ts';
import { DateTimeInput } from '../../../ui/date-field/date-time-input.tsx';
import { TimeInput } from '../../../ui/date-field/time-input.tsx';
import { useDisplay } from '../../../ui/display.ts';
import { Field } from '../../../ui/field/field.tsx';
import { MultiSelect } from '../../../ui/multi-select/multi-select.tsx';
import { Popover } from '../../../ui/popover/popover.tsx';
import { ChoiceField, SwitchField, TextField } from '../../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../../ui/resource/resource.ts';
import { chosenOf } from '../../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { VehicleField } from '../../../ui/vehicle-autocomplete/vehicle-field.tsx';
import { CustomerField } from '../../customers/customer-field.tsx';
import type { PrivateUse, PrivateUseDraft } from './privacy-private-use.ts';

type Form = FormProps<PrivateUseDraft, PrivateUse>;

const DAYS = [1, 2, 3, 4, 5, 6, 7];

function TimeField({
  form: { draft, faults, change },
  name,
  label,
  hint,
}: {
  readonly form: Form;
  readonly name: 'start_time' | 'end_time';
  readonly label: string;
  readonly hint?: string;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (
    <Field label={label} hint={hint} fault={faults[name]}>
      {(props) => (
        <TimeInput
          {...props}
          value={draft[name]}
          timeFormat={dates.timeFormat}
          t={t}
          onChange={(time) => change({ [name]: time })}
        />
      )}
    </Field>
  );
}

/** A time by the browser's clock; the call sends its time zone. */
function MomentField({
  form: { draft, faults, change },
  name,
  label,
  hint,
}: {
  readonly form: Form;
  readonly name: 'starts_at' | 'ends_at';
  readonly label: string;
  readonly hint: string;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (
    <Field label={label} hint={hint} fault={faults[name]}>
      {(props) => (
        <DateTimeInput
          {...props}
          label={label}
          dates={{ ...dates, timeZone: null }}
          t={t}
          Opener={Popover}
          value={draft[name]}
          onChange={(moment) => change({ [name]: moment })}
        />
      )}
    </Field>
  );
}

function WeekFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  const { draft, faults, change } = form;
  return (
    <>
      <MultiSelect
        label={t('privateUse.weekdays')}
        options={DAYS.map((value) => ({ value, label: t(`privateUse.day.${value}`) }))}
        chosen={new Set(draft.weekdays)}
        fault={faults.weekdays?.join(' ') ?? null}
        none={t('privateUse.noDay')}
        onChange={(weekdays) => change({ weekdays: [...weekdays].sort() })}
      />
      <div className="resource-pair">
        <TimeField form={form} name="start_time" label={t('privateUse.fromTime')} />
        <TimeField
          form={form}
          name="end_time"
          label={t('privateUse.toTime')}
          hint={t('privateUse.toTimeHint')}
        />
      </div>
    </>
  );
}

/** The form that sets private use. */
export function PrivateUseFields(form: Form) {
  const { t } = useTranslation();
  const { current } = useSession();
  const { draft, faults, change } = form;
  const mayAll =
    current.user.is_global_admin ||
    (current.user.vehicle_groups.length === 0 && current.user.regions.length === 0);
  return (
    <>
      <p className="form-hint">{t('privateUse.what')}</p>
      {mayAll && <SwitchField form={form} name="isAll" label={t('privateUse.all')} />}
      {draft.isAll ? (
        <CustomerField form={form} />
      ) : (
        <VehicleField
          label={t('privateUse.vehicle')}
          isRequired
          fault={faults.vehicle}
          selected={draft.vehicle}
          onChange={(vehicle) => change({ vehicle: chosenOf(vehicle) })}
        />
      )}
      <ChoiceField
        form={form}
        name="kind"
        label={t('privateUse.kind')}
        options={PRIVATE_USE_KINDS.map((value) => ({
          value,
          label: t(`privateUse.kind.${value}`),
        }))}
      />
      {draft.kind === 'weekly' && <WeekFields form={form} />}
      <div className="resource-pair">
        <MomentField
          form={form}
          name="starts_at"
          label={t('privateUse.from')}
          hint={t('privateUse.fromHint')}
        />
        <MomentField
          form={form}
          name="ends_at"
          label={t('privateUse.until')}
          hint={t('privateUse.untilHint')}
        />
      </div>
      <TextField form={form} name="reason" label={t('privateUse.reason')} />
    </>
  );
}
