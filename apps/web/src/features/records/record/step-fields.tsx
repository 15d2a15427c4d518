import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { DateField } from '../../../ui/date-field/date-field.tsx';
import { useDisplay } from '../../../ui/display.ts';
import { Field } from '../../../ui/field/field.tsx';
import type { Faults } from '../../../ui/field/form-dialog.tsx';
import { cx, stack } from '../../../ui/look/look.ts';
import { PhotographsField } from '../../../ui/photo-picker/photographs-field.tsx';
import styles from '../../../ui/record/record.module.css';
import type { StepForm } from './send-step.ts';
import type { Defect } from './use-record.ts';

const MAX_NAME = 90;

/** Props of the fields of a step. */
export interface StepFields {
  readonly form: StepForm;
  readonly faults: Faults;
  readonly change: (changes: Partial<StepForm>) => void;
}

type Assignment = Pick<StepForm, 'repairer' | 'expectedBack'>;

/** Repairer and due date, with the names of current repairers as suggestions. */
export function AssignFields({
  form,
  faults,
  change,
}: {
  readonly form: Assignment;
  readonly faults: Faults;
  readonly change: (changes: Partial<Assignment>) => void;
}) {
  const { t } = useTranslation();
  const listId = useId();
  const { data } = useQuery({
    queryKey: ['defect-list', 'repairers'],
    queryFn: ({ signal }) => api.defects.figures({ query: {}, signal, quiet: true }),
  });
  return (
    <>
      <Field label={t('record.repairer')} isRequired fault={faults.repairer}>
        {(props) => (
          <input
            {...props}
            value={form.repairer}
            maxLength={MAX_NAME}
            list={listId}
            onChange={(event) => change({ repairer: event.currentTarget.value })}
          />
        )}
      </Field>
      <datalist id={listId}>
        {data?.repairers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <DateField
        label={t('record.vor.expectedBack')}
        hint={t('record.expectedHint')}
        fault={faults.expected_back}
        value={form.expectedBack}
        onChange={(expectedBack) => change({ expectedBack })}
      />
    </>
  );
}

function Costs({ form, faults, change }: StepFields) {
  const { t } = useTranslation();
  const { currency } = useDisplay();
  const fields = [
    ['labourCost', 'record.labourCost', faults.labour_cost],
    ['partsCost', 'record.partsCost', faults.parts_cost],
  ] as const;
  return (
    <div className={cx(stack({ rowGap: 0, columnGap: 3 }), styles.recordCosts)}>
      {fields.map(([name, label, fault]) => (
        <Field
          key={name}
          label={t('record.inCurrency', { what: t(label), currency })}
          fault={fault}
        >
          {(props) => (
            <input
              {...props}
              type="number"
              min={0}
              step={0.01}
              inputMode="decimal"
              value={form[name]}
              onChange={(event) => change({ [name]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

/** Repairer, cost and evidence of the repair. */
export function RepairFields({
  defect,
  ...fields
}: StepFields & { readonly defect: Pick<Defect, 'repairer'> }) {
  const { t } = useTranslation();
  const { form, faults, change } = fields;
  return (
    <>
      <Field
        label={t('record.repairer')}
        hint={t('record.repairerHint', { repairer: defect.repairer ?? '' })}
        fault={faults.repairer}
      >
        {(props) => (
          <input
            {...props}
            value={form.repairer}
            maxLength={MAX_NAME}
            onChange={(event) => change({ repairer: event.currentTarget.value })}
          />
        )}
      </Field>
      <Costs {...fields} />
      <Field label={t('record.jobNumber')} fault={faults.job_number}>
        {(props) => (
          <input
            {...props}
            value={form.jobNumber}
            maxLength={60}
            onChange={(event) => change({ jobNumber: event.currentTarget.value })}
          />
        )}
      </Field>
      <p className="field-hint">{t('record.evidence')}</p>
      <PhotographsField
        photos={form.photos}
        fault={faults.photos}
        onChange={(photos) => change({ photos })}
      />
    </>
  );
}
