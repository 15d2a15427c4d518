import { Field } from '../../ui/field/field.tsx';
import { smallLater } from '../../ui/later/small-later.tsx';
import { cx, row } from '../../ui/look/look.ts';
import { pageLanguage, t } from '../../ui/public-page/texts.ts';
import styles from './accident.module.css';
import type { StepProps } from './accident-draft.ts';
import { localTime } from './accidents-model.ts';
import { VehicleField } from './vehicle-field.tsx';

/** Loaded separately, so that the first page of the form appears sooner. */
const { Part: DateTimeInput } = smallLater(
  async () => (await import('../../ui/date-field/small-date-time-input.tsx')).SmallDateTimeInput,
);

/** In the phone's time zone; a visitor has no preferences. */
const DATES = { timeZone: null, dateFormat: null, timeFormat: null } as const;

function Driver({ form: { draft, change }, faults }: StepProps) {
  return (
    <>
      <Field label={t('accident.driverName')} isRequired fault={faults.driver_name}>
        {(props) => (
          <input
            {...props}
            value={draft.driverName}
            maxLength={100}
            autoComplete="name"
            onChange={(event) => change({ driverName: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('accident.driverPhone')} fault={undefined}>
        {(props) => (
          <input
            {...props}
            type="tel"
            value={draft.driverPhone}
            maxLength={40}
            autoComplete="tel"
            onChange={(event) => change({ driverPhone: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}

function Check({
  label,
  isChecked,
  onChange,
}: {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}) {
  return (
    <label
      className={cx(
        row({ gap: 3, align: 'center', minHeight: 48, weight: 'strong' }),
        styles.accidentCheck,
      )}
    >
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

function Checks({ form: { draft, change } }: Pick<StepProps, 'form'>) {
  return (
    <>
      <Check
        label={t('accident.injuries')}
        isChecked={draft.injuries}
        onChange={(injuries) => change({ injuries })}
      />
      <Check
        label={t('accident.police')}
        isChecked={draft.policeInformed}
        onChange={(policeInformed) => change({ policeInformed })}
      />
      {draft.policeInformed && (
        <Field label={t('accident.policeReference')} fault={undefined}>
          {(props) => (
            <input
              {...props}
              value={draft.policeReference}
              maxLength={60}
              onChange={(event) => change({ policeReference: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** Vehicle, driver, time and description. */
export function WhatStep({ form, faults }: StepProps) {
  const { draft, change } = form;
  return (
    <>
      <VehicleField form={form} faults={faults} />
      <Driver form={form} faults={faults} />
      <Field label={t('accident.happenedAt')} isRequired fault={faults.happened_at}>
        {(props) => (
          <DateTimeInput
            {...props}
            label={t('accident.happenedAt')}
            dates={{ ...DATES, language: pageLanguage() }}
            t={t}
            value={draft.happenedAt}
            max={localTime(Date.now()).slice(0, 10)}
            onChange={(happenedAt) => change({ happenedAt })}
          />
        )}
      </Field>
      <Field
        label={t('accident.description')}
        hint={t('accident.descriptionHint')}
        isRequired
        fault={faults.description}
      >
        {(props) => (
          <textarea
            {...props}
            rows={6}
            maxLength={2000}
            value={draft.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('accident.damage')} fault={undefined}>
        {(props) => (
          <textarea
            {...props}
            rows={3}
            maxLength={1000}
            value={draft.damage}
            onChange={(event) => change({ damage: event.currentTarget.value })}
          />
        )}
      </Field>
      <Checks form={form} />
    </>
  );
}
