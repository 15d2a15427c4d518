import { useTranslation } from 'react-i18next';
import { look, stack } from '../../ui/look/look.ts';
import { SinglePicker } from '../../ui/pickers/single-picker.tsx';
import { AreaField, ChoiceField, TextField } from '../../ui/resource/bound-fields.tsx';
import { PickerField } from '../../ui/resource/picker-field.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { chosenOf } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { VehicleField } from '../../ui/vehicle-autocomplete/vehicle-field.tsx';
import { TrailerField } from '../couplings/trailer-field.tsx';
import type { CheckedShift, ShiftDraft } from './driver-planning.ts';
import { PLANNED_DRIVERS } from './planned-drivers.ts';
import { PlannedTimeField } from './planned-time-field.tsx';
import { FindingList } from './planning-words.tsx';
import { usePlanDepots, useShiftCheck } from './use-plan.ts';

/** The driver of a form, whom a picker below the name changes. */
export function PlannedDriverField<Draft extends Pick<ShiftDraft, 'driver'>>({
  form: { change, draft, faults },
}: {
  readonly form: Pick<FormProps<Draft, never>, 'draft' | 'faults' | 'change'>;
}) {
  const { t } = useTranslation();
  return (
    <PickerField
      label={t('planning.driver')}
      chosen={draft.driver === null ? [] : [draft.driver.name]}
      fault={faults.driver}
    >
      <SinglePicker
        kind={PLANNED_DRIVERS}
        selected={draft.driver}
        onChange={(driver) => change({ driver } as Partial<Draft>)}
      />
    </PickerField>
  );
}

/** What the plan breaks, while it is edited. */
function Checks({
  draft,
  faults,
  change,
  replaces,
  zone,
}: Pick<FormProps<ShiftDraft, never>, 'draft' | 'faults' | 'change'> & {
  readonly replaces: number | null;
  readonly zone: string;
}) {
  const { t } = useTranslation();
  const check = useShiftCheck(draft, replaces, zone);
  const findings = check.data?.findings ?? [];
  const needsReason =
    draft.reason !== '' ||
    faults.reason !== undefined ||
    findings.some(({ level }) => level === 'breaks');
  return (
    <section className={stack({ columns: 'one', gap: 2 })} aria-label={t('planning.checks')}>
      <h3 className={look({ size: 'lead', margin: 0 })}>{t('planning.checks')}</h3>
      <div aria-live="polite" aria-busy={check.isFetching}>
        {check.isError ? (
          <p className={look({ tone: 'warn', margin: 0 })}>{check.error.message}</p>
        ) : check.data === undefined ? (
          <p className={look({ tone: 'quiet', margin: 0 })}>
            {t(check.isFetching ? 'planning.checking' : 'planning.checkedLater')}
          </p>
        ) : (
          <FindingList findings={findings} zone={zone} />
        )}
      </div>
      {needsReason && (
        <AreaField
          form={{ draft, faults, change }}
          name="reason"
          label={t('planning.reason')}
          hint={t('planning.reasonHint')}
          rows={2}
          maxLength={500}
        />
      )}
    </section>
  );
}

/** The fields of a shift, with what the plan breaks below them. */
export function ShiftFields({
  one,
  zone,
  ...form
}: FormProps<ShiftDraft, CheckedShift> & { readonly zone: string }) {
  const { t } = useTranslation();
  const { change, draft, faults } = form;
  const depots = usePlanDepots();
  return (
    <>
      <PlannedDriverField form={form} />
      {(['start', 'end'] as const).map((name) => (
        <PlannedTimeField key={name} form={form} name={name} zone={zone} />
      ))}
      <p className="field-hint">{t('planning.inZone', { zone })}</p>
      <ChoiceField
        form={form}
        name="depot"
        label={t('planning.depot')}
        isRequired
        options={depots}
      />
      <TextField
        form={form}
        name="driving"
        label={t('planning.driving')}
        hint={t('planning.drivingHint')}
        maxLength={5}
      />
      <VehicleField
        label={t('planning.vehicle')}
        fault={faults.vehicle}
        selected={draft.vehicle}
        onChange={(vehicle) => change({ vehicle: chosenOf(vehicle) })}
      />
      <TrailerField form={form} label={t('planning.trailer')} />
      <TextField form={form} name="note" label={t('planning.note')} maxLength={500} />
      <Checks {...form} replaces={one?.id ?? null} zone={zone} />
    </>
  );
}
