import { MEASURES } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { CustomerChoice } from '../../../ui/customer-choice/customer-choice.tsx';
import { CustomerWide } from '../../../ui/customer-wide/customer-wide.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { History } from '../../../ui/history/history.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SettingsState } from '../../../ui/resource/settings-state.tsx';
import { GROUPS } from './earned-recognition-limits.ts';
import { useLimits } from './use-limits.ts';
import '../../../ui/administration.css';
import { cx, stack } from '../../../ui/look/look.ts';
import styles from './record-limits.module.css';

type Form = ReturnType<typeof useLimits>;

function NumberField({
  form,
  name,
  label,
}: {
  readonly form: Form;
  readonly name: string;
  readonly label: string;
}) {
  return (
    <Field label={label} fault={form.faults[name]}>
      {(props) => (
        <input
          {...props}
          type="number"
          min={0}
          step="any"
          inputMode="decimal"
          value={form.draft?.[name] ?? ''}
          onChange={(event) => form.change(name, event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function Groups({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  return GROUPS.map(({ key, fields }) => (
    <fieldset
      key={key}
      className={cx(
        'panel',
        stack({ width: 'full', minWidth: 0, gap: 2, margin: 0 }),
        styles.limitsGroup,
      )}
    >
      <legend>{t(`recordLimits.group.${key}`)}</legend>
      <p className="field-hint">{t(`recordLimits.hint.${key}`)}</p>
      <div className={cx(stack({ rowGap: 0, columnGap: 4 }), styles.limitsFields)}>
        {fields.map(({ name, unit }) => (
          <NumberField
            key={name}
            form={form}
            name={name}
            label={t('recordLimits.withUnit', {
              name: t(`recordLimits.${name}`),
              unit: t(`recordLimits.unit.${unit}`),
            })}
          />
        ))}
      </div>
    </fieldset>
  ));
}

function Measures({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  return (
    <fieldset
      className={cx(
        'panel',
        stack({ width: 'full', minWidth: 0, gap: 2, margin: 0 }),
        styles.limitsGroup,
      )}
    >
      <legend>{t('recordLimits.group.measures')}</legend>
      <p className="field-hint">{t('recordLimits.hint.measures')}</p>
      {MEASURES.map((measure) => (
        <div key={measure} className={stack({ gap: 1 })}>
          <strong>{`${measure} ${t(`er.${measure}`)}`}</strong>
          <div className={cx(stack({ rowGap: 0, columnGap: 4 }), styles.limitsFields)}>
            {(['target', 'trigger'] as const).map((part) => (
              <NumberField
                key={part}
                form={form}
                name={`${measure}.${part}`}
                label={t(`recordLimits.${part}`, { measure })}
              />
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

/** Thresholds for brakes, tread, checks, defects and the figures M1 to M5 (requirement O-P07). */
export function RecordLimitsScreen() {
  const { t } = useTranslation();
  const { user } = useSession().current;
  const [customer, setCustomer] = useState<number | null>(
    user.is_global_admin ? null : (user.customers[0]?.id ?? null),
  );
  const form = useLimits(customer);
  const { read, draft } = form;
  return (
    <div className="page narrow">
      <PageTitle title={t('administration.recordLimits')} />
      <CustomerChoice
        customer={customer}
        fault={undefined}
        nobody={t('recordLimits.installation')}
        onCustomer={setCustomer}
      />
      {read.data?.is_own === false && <p role="status">{t('recordLimits.notOwn')}</p>}
      <SettingsState read={read} />
      {draft !== null && (
        <form
          className={stack({ gap: 4, items: 'start' })}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            form.save();
          }}
        >
          <CustomerWide>
            <Groups form={form} />
            <Measures form={form} />
            <Button type="submit" kind="primary" disabled={form.isSaving}>
              {t('action.save')}
            </Button>
          </CustomerWide>
        </form>
      )}
      <History key={customer ?? 0} kind="record_limits" id={customer ?? 0} />
    </div>
  );
}
