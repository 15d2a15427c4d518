import { useTranslation } from 'react-i18next';
import { CustomerChoice } from '../../ui/customer-choice/customer-choice.tsx';
import { Field } from '../../ui/field/field.tsx';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import styles from './imports.module.css';

/** The action for a file of vehicles. */
export interface UploadDraft {
  /** Null for the user's customer. */
  readonly customer: number | null;
  readonly email: string;
  readonly create: boolean;
  readonly update: boolean;
  readonly remove_missing: boolean;
  readonly all_or_nothing: boolean;
  readonly runOnWeekend: boolean;
}

const SWITCHES = ['create', 'update', 'remove_missing', 'all_or_nothing', 'runOnWeekend'] as const;

/** The options of an upload (requirements ). */
export function Choices({
  draft,
  faults,
  onChange,
}: {
  readonly draft: UploadDraft;
  readonly faults: Faults;
  readonly onChange: (changes: Partial<UploadDraft>) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <CustomerChoice
        customer={draft.customer}
        fault={faults.customer_id}
        onCustomer={(customer) => onChange({ customer })}
      />
      <fieldset
        className={cx(
          stack({ rowGap: 2, columnGap: 6, minWidth: 0, margin: 0, padding: 0, border: 'none' }),
          styles.uploadChoices,
        )}
      >
        <legend>{t('uploads.choices')}</legend>
        {SWITCHES.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={draft[name]}
              onChange={({ currentTarget }) => onChange({ [name]: currentTarget.checked })}
            />
            <span>
              {t(`uploads.choice.${name}`)}
              <small>{t(`uploads.choiceText.${name}`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <Field label={t('uploads.email')} hint={t('uploads.emailHint')} fault={faults.email}>
        {(props) => (
          <input
            {...props}
            type="email"
            autoComplete="email"
            maxLength={254}
            value={draft.email}
            onChange={({ currentTarget }) => onChange({ email: currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
