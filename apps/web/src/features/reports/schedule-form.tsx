import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REPORT_FORMATS } from '../../ui/download-menu/save-report.ts';
import { entriesOf } from '../../ui/field/entries.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { useVehicleGroups } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { cx, row, stack } from '../../ui/look/look.ts';
import { MultiSelect } from '../../ui/multi-select/multi-select.tsx';
import { Select } from '../../ui/select/select.tsx';
import styles from './schedules.module.css';
import { bodyOf, type ScheduleBody, selectionOf, severalOf } from './use-schedules.ts';

const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface FieldsProps {
  readonly body: ScheduleBody;
  readonly faults: Faults;
  readonly onChange: (part: Partial<ScheduleBody>) => void;
}

function Choice<T extends string | number>({
  label,
  value,
  options,
  fault,
  onChange,
}: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly fault: readonly string[] | undefined;
  readonly onChange: (value: string) => void;
}) {
  return (
    <Field label={label} fault={fault}>
      {(props) => (
        <Select {...props} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Frequency and format. */
function Timing({ body, faults, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const hours = HOURS.map((hour) => [hour, `${String(hour).padStart(2, '0')}:00`] as const);
  return (
    <>
      <div className={cx(stack({ rowGap: 2, columnGap: 4 }), styles.scheduleColumns)}>
        <Choice
          label={t('schedule.frequency')}
          value={body.frequency}
          options={FREQUENCIES.map((one) => [one, t(`schedule.frequency.${one}`)] as const)}
          fault={faults.frequency}
          onChange={(value) => onChange({ frequency: value as ScheduleBody['frequency'] })}
        />
        <Choice
          label={t('schedule.hour')}
          value={body.hour}
          options={hours}
          fault={faults.hour}
          onChange={(value) => onChange({ hour: Number(value) })}
        />
        <Choice
          label={t('schedule.format')}
          value={body.format}
          options={REPORT_FORMATS.map((one) => [one, one.toUpperCase()] as const)}
          fault={faults.format}
          onChange={(value) => onChange({ format: value as ScheduleBody['format'] })}
        />
      </div>
      <p className="field-hint">
        {t(`schedule.period.${body.frequency}`, { zone: body.time_zone })}
      </p>
    </>
  );
}

/** Scope: all vehicles, a depot, or a vehicle. */
function Scope({ body, faults, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const groups = useVehicleGroups().data ?? [];
  const vehicles = new Map(
    groups.flatMap((group) => group.vehicles.map((one) => [one.id, one.registration] as const)),
  );
  return (
    <div className={cx(stack({ rowGap: 2, columnGap: 4 }), styles.scheduleColumns)}>
      <Choice
        label={t('schedule.depot')}
        value={body.vehicle_group ?? 0}
        options={[
          [0, t('schedule.allDepots')],
          ...groups.map(({ id, name }) => [id, name] as const),
        ]}
        fault={faults.vehicle_group}
        onChange={(value) => onChange({ vehicle_group: Number(value) || null, vehicle: null })}
      />
      <Choice
        label={t('geofence.vehicle')}
        value={body.vehicle ?? 0}
        options={[[0, t('fleet.all')], ...vehicles]}
        fault={faults.vehicle}
        onChange={(value) => onChange({ vehicle: Number(value) || null, vehicle_group: null })}
      />
    </div>
  );
}

/** Scope of a report of trips: all vehicles, or several vehicles and depots; with stops or without. */
function SeveralScope({ body, faults, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const groups = useVehicleGroups().data ?? [];
  const registrations = new Map(
    groups.flatMap((group) => group.vehicles.map((one) => [one.id, one.registration] as const)),
  );
  const { vehicles, depots } = selectionOf(body);
  const isAll = vehicles.length + depots.length === 0;
  return (
    <>
      <div className={cx(stack({ rowGap: 2, columnGap: 4 }), styles.scheduleColumns)}>
        <MultiSelect
          label={t('schedule.depots')}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={new Set(depots)}
          none={t(isAll ? 'schedule.allDepots' : 'schedule.noneSelected')}
          fault={(faults.vehicle_groups ?? faults.vehicle_group)?.join(' ') ?? null}
          onChange={(chosen) => onChange(severalOf(vehicles, chosen))}
        />
        <MultiSelect
          label={t('schedule.vehicles')}
          options={[...registrations].map(([value, label]) => ({ value, label }))}
          chosen={new Set(vehicles)}
          none={t(isAll ? 'fleet.all' : 'schedule.noneSelected')}
          fault={(faults.vehicles ?? faults.vehicle)?.join(' ') ?? null}
          onChange={(chosen) => onChange(severalOf(chosen, depots))}
        />
      </div>
      <p className="field-hint">{t('schedule.severalHint')}</p>
      <label className={row({ gap: 2, align: 'center', minHeight: 36 })}>
        <input
          type="checkbox"
          checked={body.stops}
          onChange={(event) => onChange({ stops: event.currentTarget.checked })}
        />
        {t('schedule.stops')}
      </label>
    </>
  );
}

/** Creates or edits a report schedule (M-P07). */
export function ScheduleForm({
  title,
  schedule,
  onSave,
  onClose,
}: {
  readonly title: string;
  readonly schedule: ScheduleBody;
  readonly onSave: (body: ScheduleBody) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [body, setBody] = useState(() => bodyOf(schedule));
  const [emails, setEmails] = useState(schedule.emails.join(', '));
  const [faults, setFaults] = useState<Faults>({});
  const change = (part: Partial<ScheduleBody>) => setBody((before) => ({ ...before, ...part }));
  const save = async () => {
    const addresses = entriesOf(emails);
    const whole = { ...body, name: body.name.trim(), emails: addresses };
    const found: Record<string, string[]> = {};
    if (whole.name.length < 2) found.name = [t('schedule.fault.name')];
    if (addresses.length === 0) found.emails = [t('schedule.fault.emails')];
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    await onSave(whole);
  };
  const part = { body, faults, onChange: change };
  return (
    <FormDialog title={title} onSave={save} onFaults={setFaults} onClose={onClose}>
      <div
        className={cx(
          stack({ gap: 2, paddingY: 0, paddingX: 1, overflowY: 'auto' }),
          styles.scheduleForm,
        )}
      >
        <p>{t(`schedule.kind.${body.kind}`)}</p>
        <Field label={t('schedule.name')} fault={faults.name}>
          {(props) => (
            <input
              {...props}
              type="text"
              maxLength={90}
              value={body.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
          )}
        </Field>
        <Timing {...part} />
        {body.kind === 'trips' ? <SeveralScope {...part} /> : <Scope {...part} />}
        <Field label={t('schedule.emails')} hint={t('schedule.emailsHint')} fault={faults.emails}>
          {(props) => (
            <input
              {...props}
              type="text"
              inputMode="email"
              value={emails}
              onChange={(event) => setEmails(event.currentTarget.value)}
            />
          )}
        </Field>
        <label className={row({ gap: 2, align: 'center', minHeight: 36 })}>
          <input
            type="checkbox"
            checked={body.is_active}
            onChange={(event) => change({ is_active: event.currentTarget.checked })}
          />
          {t('schedule.active')}
        </label>
      </div>
    </FormDialog>
  );
}
