import { BRAKE_METHODS, type BrakeCategory, type BrakeLimits } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { look, row } from '../../ui/look/look.ts';
import {
  ChoiceField,
  FieldGroup,
  SwitchField,
  TextField,
} from '../../ui/resource/bound-fields.tsx';
import {
  AXLE_FORCES,
  AXLE_TEMPERATURES,
  type AxleDraft,
  assessmentOf,
  type BrakeDraft,
  fieldsFor,
  newAxle,
} from './brake-test-draft.ts';
import { BrakeResultPart } from './brake-test-result.tsx';

const MAX_AXLES = 10;
const MAX_ASSESSMENT = 2000;
const PAIR = look({ columns: 'two', flow: 'stack', gap: 3 });

interface Form {
  readonly draft: BrakeDraft;
  readonly faults: Faults;
  readonly change: (changes: Partial<BrakeDraft>) => void;
}

/** Forces or temperatures of one axle, left and right. */
function AxleFields({
  axle,
  n,
  hasTemperatures,
  onChange,
  onRemove,
}: {
  readonly axle: AxleDraft;
  readonly n: number;
  readonly hasTemperatures: boolean;
  readonly onChange: (changes: Partial<AxleDraft>) => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  const form = { draft: axle, faults: {}, change: onChange };
  const names = hasTemperatures ? AXLE_TEMPERATURES : AXLE_FORCES;
  return (
    <FieldGroup title={t('brakes.axle', { n: n + 1 })}>
      <div className={PAIR}>
        {names.map((name) => (
          <TextField
            key={name}
            form={form}
            name={name}
            type="number"
            label={t(`brakes.axle.${name}`)}
          />
        ))}
      </div>
      {!hasTemperatures && (
        <>
          <SwitchField form={form} name="is_steered" label={t('brakes.axle.is_steered')} />
          <SwitchField form={form} name="locked_left" label={t('brakes.axle.locked_left')} />
          <SwitchField form={form} name="locked_right" label={t('brakes.axle.locked_right')} />
        </>
      )}
      <div className={row()}>
        <Button onClick={onRemove}>{t('brakes.axle.remove', { n: n + 1 })}</Button>
      </div>
    </FieldGroup>
  );
}

function Axles({
  form,
  hasTemperatures,
}: {
  readonly form: Form;
  readonly hasTemperatures: boolean;
}) {
  const { t } = useTranslation();
  const { axles } = form.draft;
  return (
    <>
      <p className={look({ margin: 0, tone: 'quiet', size: 'small' })}>
        {t(hasTemperatures ? 'brakes.temperaturesHint' : 'brakes.forcesHint')}
      </p>
      {axles.map((axle, n) => (
        <AxleFields
          key={axle.key}
          axle={axle}
          n={n}
          hasTemperatures={hasTemperatures}
          onChange={(changes) =>
            form.change({
              axles: axles.map((one) => (one.key === axle.key ? { ...one, ...changes } : one)),
            })
          }
          onRemove={() => form.change({ axles: axles.filter(({ key }) => key !== axle.key) })}
        />
      ))}
      {axles.length < MAX_AXLES && (
        <div className={row()}>
          <Button onClick={() => form.change({ axles: [...axles, newAxle(axles.length === 0)] })}>
            {t('brakes.axle.add')}
          </Button>
        </div>
      )}
    </>
  );
}

function AssessmentFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  return (
    <>
      <Field
        label={t('brakes.assessment')}
        hint={t('brakes.assessmentHint')}
        fault={form.faults.assessment}
      >
        {(props) => (
          <textarea
            {...props}
            rows={3}
            maxLength={MAX_ASSESSMENT}
            value={form.draft.assessment}
            onChange={(event) => form.change({ assessment: event.currentTarget.value })}
          />
        )}
      </Field>
      <TextField form={form} name="assessed_by" label={t('brakes.assessedBy')} maxLength={90} />
    </>
  );
}

/**
 * The brake part of a form: the method first, then only the fields that it needs, and the result of what
 * is typed so far.
 */
export function BrakeTestFields({
  form,
  category,
  limits,
  none,
}: {
  readonly form: Form;
  readonly category: BrakeCategory;
  readonly limits: BrakeLimits;
  /** Text for no method; without it, a method is required. */
  readonly none?: string;
}) {
  const { t } = useTranslation();
  const { draft } = form;
  const needs = draft.method === null ? null : fieldsFor(draft.method, category);
  const found = assessmentOf(draft, category, limits);
  const result = (
    <div role="status" aria-label={t('brakes.resultNow')}>
      {found !== null && <BrakeResultPart of={found} />}
    </div>
  );
  const figure = (name: 'load' | 'weight' | 'service' | 'secondary' | 'parking') => (
    <TextField form={form} name={name} type="number" label={t(`brakes.field.${name}`)} />
  );
  return (
    <>
      <ChoiceField
        form={form}
        name="method"
        label={t('brakes.method')}
        isRequired={none === undefined}
        {...(none === undefined ? {} : { none })}
        options={BRAKE_METHODS.map((value) => ({ value, label: t(`brakes.method.${value}`) }))}
      />
      {needs !== null && (
        <>
          {needs.isMeasured && (
            <div className={PAIR}>
              {needs.isRoller && figure('load')}
              {needs.isRoller && figure('weight')}
              {figure('service')}
              {needs.hasSecondary && figure('secondary')}
              {needs.hasParking && figure('parking')}
            </div>
          )}
          {needs.isMeasured && result}
          {needs.isRoller && (
            <SwitchField form={form} name="is_annual_test" label={t('brakes.isAnnualTest')} />
          )}
          {(needs.isRoller || needs.hasTemperatures) && (
            <Axles form={form} hasTemperatures={needs.hasTemperatures} />
          )}
          {needs.isReport && (
            <SwitchField form={form} name="is_reviewed" label={t('brakes.isReviewed')} />
          )}
          {needs.hasAssessment && <AssessmentFields form={form} />}
          {!needs.isMeasured && result}
        </>
      )}
    </>
  );
}
