import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { look, row } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import type { ConditionProps } from './rule-conditions.tsx';
import { usePreferences } from './settings/preferences.ts';

/** The webhook's secret, shown to be copied into the receiver. */
function Secret({ secret }: { readonly secret: string }) {
  const { t } = useTranslation();
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    toast.success(t('alerts.copied'));
  };
  return (
    <p className={look({ margin: 0, breaks: true })}>
      {t('alerts.secret')} <code>{secret}</code>
      <Button kind="link" onClick={() => void copy()}>
        {t('alerts.copy')}
      </Button>
    </p>
  );
}

/** Texts that the form splits into addresses when it saves. */
export interface TypedAddresses {
  readonly emails: string;
  readonly numbers: string;
}

/** Who is notified of the alerts of a rule. */
export function Channels({
  body,
  faults,
  secret,
  typed,
  onChange,
  onTyped,
}: ConditionProps & {
  readonly secret: string | null;
  readonly typed: TypedAddresses;
  readonly onTyped: (typed: TypedAddresses) => void;
}) {
  const { t } = useTranslation();
  const hasSms = usePreferences().data?.has_sms === true || typed.numbers !== '';
  return (
    <>
      <label className={row({ gap: 2, align: 'center' })}>
        <input
          type="checkbox"
          checked={body.notify_in_app}
          onChange={(event) => onChange({ notify_in_app: event.currentTarget.checked })}
        />
        {t('alerts.notifyInApp')}
      </label>
      <p className={look({ margin: 0, tone: 'quiet' })}>{t('alerts.notifyHint')}</p>
      <p className="field-fault" role="alert">
        {faults.notify_in_app?.join(' ')}
      </p>
      <Field label={t('alerts.emails')} fault={faults.emails}>
        {(props) => (
          <input
            {...props}
            type="text"
            inputMode="email"
            placeholder={t('alerts.emailsHint')}
            value={typed.emails}
            onChange={(event) => onTyped({ ...typed, emails: event.currentTarget.value })}
          />
        )}
      </Field>
      {hasSms && (
        <Field label={t('alerts.smsNumbers')} fault={faults.sms_numbers}>
          {(props) => (
            <input
              {...props}
              type="text"
              inputMode="tel"
              placeholder="+447700900123, +447700900456"
              value={typed.numbers}
              onChange={(event) => onTyped({ ...typed, numbers: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <Field label={t('alerts.webhook')} fault={faults.webhook_url}>
        {(props) => (
          <input
            {...props}
            type="url"
            placeholder="https://"
            value={body.webhook_url ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({ webhook_url: value === '' ? null : value })
            }
          />
        )}
      </Field>
      {secret !== null && <Secret secret={secret} />}
    </>
  );
}
