import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { cx, row, stack } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import styles from './account.module.css';
import { knowsPasskeys } from './account-passkeys.ts';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpDialog } from './totp-dialog.tsx';

type Security = AnswerOf<typeof contract.account.security>;
type Passkey = Security['passkeys'][number];

/** The open dialog. */
type Step =
  | { readonly kind: 'begin' | 'remove' | 'renew' | 'passkey' }
  | { readonly kind: 'scan'; readonly begun: AnswerOf<typeof contract.account.beginTotp> }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'forget'; readonly passkey: Passkey };

function Steps({
  step,
  go,
  onChanged,
}: {
  readonly step: Step | null;
  readonly go: (step: Step | null) => void;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation();
  const close = () => go(null);
  const done = (text: string) => {
    toast.success(text);
    onChanged();
    close();
  };
  switch (step?.kind) {
    case 'begin':
      return (
        <PasswordDialog
          title={t('account.totp')}
          text={t('account.askPassword')}
          onPassword={async (password) =>
            go({ kind: 'scan', begun: await api.account.beginTotp({ body: { password } }) })
          }
          onClose={close}
        />
      );
    case 'scan':
      return (
        <TotpDialog
          key="scan"
          begun={step.begun}
          onDone={(codes) => {
            onChanged();
            go({ kind: 'codes', codes });
          }}
          onClose={close}
        />
      );
    case 'codes':
      return <RecoveryCodes key="codes" codes={step.codes} onClose={close} />;
    case 'remove':
      return (
        <PasswordDialog
          key="remove"
          title={t('account.totpRemove')}
          text={t('account.totpRemoveText')}
          onPassword={async (password) => {
            await api.account.removeTotp({ body: { password } });
            done(t('toast.updated'));
          }}
          onClose={close}
        />
      );
    case 'renew':
      return (
        <PasswordDialog
          key="renew"
          title={t('account.recoveryCodes')}
          text={t('account.renewText')}
          onPassword={async (password) => {
            const answer = await api.account.renewRecoveryCodes({ body: { password } });
            onChanged();
            go({ kind: 'codes', codes: answer.recovery_codes });
          }}
          onClose={close}
        />
      );
    case 'passkey':
      return <PasskeyDialog onDone={() => done(t('toast.success'))} onClose={close} />;
    case 'forget':
      return (
        <PasswordDialog
          key="forget"
          title={t('account.forget', { name: step.passkey.name })}
          text={t('account.forgetText')}
          onPassword={async (password) => {
            await api.account.removePasskey({
              params: { id: step.passkey.id },
              body: { password },
            });
            done(t('toast.removed'));
          }}
          onClose={close}
        />
      );
    default:
      return null;
  }
}

/** The second factors of the user's account: an authenticator app, recovery codes and passkeys. */
export function SecondFactor({
  security,
  onChanged,
}: {
  readonly security: Security;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const [step, go] = useState<Step | null>(null);
  const { totp, passkeys, recovery_codes_left: left } = security;
  const isMissing = security.is_required && !totp && passkeys.length === 0;
  return (
    <section className="panel" aria-labelledby="second-factor">
      <h2 id="second-factor">{t('account.secondFactor')}</h2>
      <p
        className={isMissing ? styles.accountAlert : styles.accountQuiet}
        role={isMissing ? 'alert' : undefined}
      >
        {t(isMissing ? 'account.required' : 'account.secondFactorText')}
      </p>
      <div className={cx(row({ wrap: true, align: 'center', gap: 2 }), styles.accountLine)}>
        <div>
          <strong>{t('account.totp')}</strong>
          <p className={styles.accountQuiet}>
            {totp ? t('account.totpOn', { count: left }) : t('account.totpOff')}
          </p>
          {totp && security.has_short_recovery_codes && (
            <p className={styles.accountAlert} role="alert">
              {t('account.shortCodes')}
            </p>
          )}
        </div>
        {totp && <Button onClick={() => go({ kind: 'renew' })}>{t('account.renew')}</Button>}
        <Button
          kind={totp ? 'plain' : 'primary'}
          onClick={() => go({ kind: totp ? 'remove' : 'begin' })}
        >
          {t(totp ? 'account.switchOff' : 'account.switchOn')}
        </Button>
      </div>
      <div className={cx(row({ wrap: true, align: 'center', gap: 2 }), styles.accountLine)}>
        <div>
          <strong>{t('account.passkeys')}</strong>
          <p className={styles.accountQuiet}>
            {t(knowsPasskeys() ? 'account.passkeysText' : 'account.noPasskeys')}
          </p>
        </div>
        {knowsPasskeys() && (
          <Button onClick={() => go({ kind: 'passkey' })}>{t('account.addPasskey')}</Button>
        )}
      </div>
      {passkeys.length > 0 && (
        <ul className={cx(stack({ margin: 0, padding: 0, list: true }), styles.accountList)}>
          {passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className={cx(row({ wrap: true, align: 'center', gap: 2 }), styles.accountLine)}
            >
              <div>
                <strong>{passkey.name}</strong>
                <p className={styles.accountQuiet}>
                  {passkey.last_used_at === null
                    ? t('account.neverUsed')
                    : t('account.lastUsed', {
                        when: formatDateTime(Date.parse(passkey.last_used_at), dates),
                      })}
                </p>
              </div>
              <Button
                aria-label={t('account.forget', { name: passkey.name })}
                onClick={() => go({ kind: 'forget', passkey })}
              >
                {t('account.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Steps step={step} go={go} onChanged={onChanged} />
    </section>
  );
}
