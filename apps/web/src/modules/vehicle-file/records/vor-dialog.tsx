import type { VorReason } from '@roadworthy/domain';
import { VOR_REASONS } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { toast } from '../../../shell/toast.ts';
import { Field } from '../../../widgets/field/field.tsx';
import { type Faults, FormDialog } from '../../../widgets/field/form-dialog.tsx';
import { useRecordChanged, type VorRecord } from './use-record.ts';

interface VorForm {
  readonly reason: VorReason;
  readonly note: string;
  /** Days as YYYY-MM-DD; empty for none. */
  readonly since: string;
  readonly expectedBack: string;
  readonly repairer: string;
  readonly costPerDay: string;
}

const dayOf = (moment: string | null) => moment?.slice(0, 10) ?? '';
const today = () => new Date().toISOString().slice(0, 10);
const momentOf = (day: string) => `${day}T00:00:00Z`;

function formOf(entry: VorRecord | null): VorForm {
  return {
    reason: entry?.reason ?? 'defect',
    note: entry?.note ?? '',
    since: dayOf(entry?.off_road_at ?? today()),
    expectedBack: dayOf(entry?.expected_back ?? null),
    repairer: entry?.repairer ?? '',
    costPerDay: entry?.cost_per_day === null ? '' : String(entry?.cost_per_day ?? ''),
  };
}

/** What follows from a record, or from the planner, nobody says otherwise. */
function reasonsFor(entry: VorRecord | null): readonly VorReason[] {
  const isFixed =
    entry !== null && (entry.record_id !== null || entry.reason === 'inspection_overdue');
  return isFixed ? [entry.reason] : VOR_REASONS.filter((reason) => reason !== 'inspection_overdue');
}

function TextField({
  label,
  value,
  fault,
  type = 'text',
  max,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly fault: readonly string[] | undefined;
  readonly type?: 'text' | 'date' | 'number';
  readonly max?: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <Field label={label} fault={fault}>
      {(props) => (
        <input
          {...props}
          type={type}
          value={value}
          {...(type === 'number' ? { min: 0, step: 0.01 } : {})}
          {...(max === undefined ? {} : { max })}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** What both calls are told of an entry. */
function saidOf({ reason, note, repairer, expectedBack, costPerDay }: VorForm) {
  return {
    reason,
    note,
    repairer: repairer.trim() === '' ? null : repairer.trim(),
    expected_back: expectedBack === '' ? null : momentOf(expectedBack),
    cost_per_day: costPerDay === '' ? null : Number(costPerDay),
  };
}

const withoutNull = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

async function save(
  form: VorForm,
  of: {
    readonly vehicleId: number;
    readonly defectId: number | null;
    readonly entry: VorRecord | null;
  },
): Promise<void> {
  const { vehicleId, defectId, entry } = of;
  const said = saidOf(form);
  if (entry !== null) {
    await api.vor.change({ params: { id: entry.id }, body: { ...said, version: entry.version } });
    return;
  }
  await api.vor.set({
    body: {
      ...withoutNull(said),
      reason: form.reason,
      vehicle: vehicleId,
      off_road_at: form.since === today() ? new Date().toISOString() : momentOf(form.since),
      ...(defectId !== null && form.reason === 'defect' ? { defect: defectId } : {}),
    },
  });
}

/**
 * Takes a vehicle off the road for a reason, or changes why it is there.
 *
 * @param entry the entry that is changed; null for a new one
 * @param defectId the defect that is on the screen: the reason "defect" means it
 */
export function VorDialog({
  vehicleId,
  defectId,
  entry,
  onClose,
}: {
  readonly vehicleId: number;
  readonly defectId: number | null;
  readonly entry: VorRecord | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const changed = useRecordChanged();
  const [form, setForm] = useState(() => formOf(entry));
  const [faults, setFaults] = useState<Faults>({});
  const change = (changes: Partial<VorForm>) => setForm((now) => ({ ...now, ...changes }));
  const reasons = reasonsFor(entry);
  return (
    <FormDialog
      title={t(entry === null ? 'record.vor.set' : 'record.vor.change')}
      onClose={onClose}
      onFaults={setFaults}
      onSave={async () => {
        setFaults({});
        await save(form, { vehicleId, defectId, entry });
        await changed();
        toast.success(t('record.vor.saved'));
        onClose();
      }}
    >
      <Field label={t('record.vor.reason')} fault={faults.reason}>
        {(props) => (
          <select
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
          </select>
        )}
      </Field>
      {entry === null && (
        <TextField
          label={t('record.vor.since')}
          type="date"
          max={today()}
          value={form.since}
          fault={faults.off_road_at}
          onChange={(since) => change({ since })}
        />
      )}
      <TextField
        label={t('record.vor.expectedBack')}
        type="date"
        value={form.expectedBack}
        fault={faults.expected_back}
        onChange={(expectedBack) => change({ expectedBack })}
      />
      <TextField
        label={t('record.repairer')}
        value={form.repairer}
        fault={faults.repairer}
        onChange={(repairer) => change({ repairer })}
      />
      <TextField
        label={t('record.vor.costPerDay')}
        type="number"
        value={form.costPerDay}
        fault={faults.cost_per_day}
        onChange={(costPerDay) => change({ costPerDay })}
      />
      <TextField
        label={t('record.note')}
        value={form.note}
        fault={faults.note}
        onChange={(note) => change({ note })}
      />
    </FormDialog>
  );
}
