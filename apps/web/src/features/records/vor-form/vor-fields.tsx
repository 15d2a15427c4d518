import type { VorReason } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/date-field/date-field.tsx';
import { today } from '../../../ui/date-range/calendar.ts';
import { useDisplay } from '../../../ui/display.ts';
import { Field } from '../../../ui/field/field.tsx';
import type { Faults } from '../../../ui/field/form-dialog.tsx';
import { Select } from '../../../ui/select/select.tsx';
import { type VorForm, type VorRecord, vorReasonsFor } from './records-vor-form.ts';

type TextName = Exclude<keyof VorForm, 'reason'>;

interface VorFieldsProps {
  readonly form: VorForm;
  readonly faults: Faults;
  /** The existing entry; null for a new one. */
  readonly entry: VorRecord | null;
  readonly change: (changes: Partial<VorForm>) => void;
}

function TextField({
  name,
  label,
  type = 'text',
  form,
  faults,
  change,
}: Omit<VorFieldsProps, 'entry'> & {
  readonly name: TextName;
  readonly label: string;
  readonly type?: 'text' | 'number';
}) {
  return (
    <Field label={label} fault={faults[name]}>
      {(props) => (
        <input
          {...props}
          type={type}
          value={form[name]}
          {...(type === 'number' ? { min: 0, step: 0.01 } : {})}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

/** Reason, start, expected return, repairer and cost of a vehicle off the road. */
export function VorFields({ entry, ...bound }: VorFieldsProps) {
  const { t } = useTranslation();
  const { form, faults, change } = bound;
  const { dates, currency } = useDisplay();
  const { timeZone } = dates;
  const reasons = vorReasonsFor(entry);
  return (
    <>
      <Field label={t('record.vor.reason')} fault={faults.reason}>
        {(props) => (
          <Select
            {...props}
            value={form.reason}
            disabled={reasons.length === 1}
            onChange={(event) => change({ reason: event.currentTarget.value as VorReason })}
          >
            {reasons.map((reason) => (
              <option key={reason} value={reason}>
                {t(`record.vor.reason.${reason}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {entry === null && (
        <DateField
          label={t('record.vor.since')}
          fault={faults.off_road_at}
          max={today(timeZone)}
          value={form.off_road_at}
          onChange={(day) => change({ off_road_at: day })}
        />
      )}
      <DateField
        label={t('record.vor.expectedBack')}
        fault={faults.expected_back}
        value={form.expected_back}
        onChange={(day) => change({ expected_back: day })}
      />
      <TextField {...bound} name="repairer" label={t('record.repairer')} />
      <TextField
        {...bound}
        name="cost_per_day"
        label={t('record.inCurrency', { what: t('record.vor.costPerDay'), currency })}
        type="number"
      />
      <TextField {...bound} name="note" label={t('record.note')} />
    </>
  );
}
