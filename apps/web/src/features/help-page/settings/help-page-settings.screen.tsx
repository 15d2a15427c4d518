import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { CustomerChoice } from '../../../ui/customer-choice/customer-choice.tsx';
import { CustomerWide } from '../../../ui/customer-wide/customer-wide.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SettingsState } from '../../../ui/resource/settings-state.tsx';
import { LogoField } from '../../customers/logo-field.tsx';
import { FaqEditor } from './faq-editor.tsx';
import type { SettingsDraft } from './help-page-settings.ts';
import { useHelpSettings } from './use-settings.ts';
import '../../../ui/administration.css';
import { cx } from '../../../ui/look/look.ts';
import styles from './help-page.module.css';

type Form = ReturnType<typeof useHelpSettings>;

function Switches({
  draft,
  change,
}: {
  readonly draft: SettingsDraft;
  readonly change: Form['change'];
}) {
  const { t } = useTranslation();
  return (
    <>
      {(['accident_reporting_enabled', 'faqs'] as const).map((name) => (
        <label key={name} className={styles.helpSwitch}>
          <input
            type="checkbox"
            checked={draft[name]}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })}
          />
          {t(`helpSettings.${name}`)}
        </label>
      ))}
    </>
  );
}

function Contacts({ draft, form }: { readonly draft: SettingsDraft; readonly form: Form }) {
  const { t } = useTranslation();
  const { faults, change } = form;
  // Server errors name an address by its index.
  const emailFault = Object.entries(faults).find(([field]) => field.startsWith('accident_emails'));
  return (
    <section className={cx('panel', styles.helpSettings)} aria-labelledby="help-contacts">
      <h2 id="help-contacts">{t('helpSettings.contacts')}</h2>
      <Field label={t('helpSettings.breakdown')} fault={faults.break_down_phone}>
        {(props) => (
          <input
            {...props}
            type="tel"
            value={draft.breakdownPhone}
            maxLength={40}
            onChange={(event) => change({ breakdownPhone: event.currentTarget.value })}
          />
        )}
      </Field>
      <LogoField
        logo={draft.logo}
        name={t('help.company')}
        fault={faults.logo}
        onChange={(logo) => change({ logo })}
      />
      <Switches draft={draft} change={change} />
      <Field
        label={t('helpSettings.emails')}
        hint={t('helpSettings.emailsHint')}
        fault={emailFault?.[1]}
      >
        {(props) => (
          <textarea
            {...props}
            rows={2}
            value={draft.emails}
            onChange={(event) => change({ emails: event.currentTarget.value })}
          />
        )}
      </Field>
    </section>
  );
}

/** Settings of the public help page of the customer's vehicles (K-02, K-03). */
export function HelpPageScreen() {
  const { t } = useTranslation();
  const { user } = useSession().current;
  const [other, setOther] = useState<number | null>(null);
  const form = useHelpSettings(other ?? user.customers[0]?.id ?? null);
  const { draft, read } = form;
  return (
    <div className="page narrow">
      <PageTitle title={t('administration.helpPage')} />
      <CustomerChoice customer={other} fault={undefined} onCustomer={setOther} />
      <SettingsState read={read} />
      {draft !== null && (
        <form
          className={styles.helpForm}
          onSubmit={(event) => {
            event.preventDefault();
            form.save();
          }}
        >
          <CustomerWide>
            <Contacts draft={draft} form={form} />
            <FaqEditor
              faqs={draft.faqList}
              faults={form.faults}
              onChange={(faqList) => form.change({ faqList })}
            />
            <Button type="submit" kind="primary" disabled={form.isSaving}>
              {t('action.save')}
            </Button>
          </CustomerWide>
        </form>
      )}
    </div>
  );
}
