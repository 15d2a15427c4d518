import type { AnswerOf, contract } from '@roadworthy/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { cx, look } from '../../ui/look/look.ts';
import styles from './account.module.css';
import { SecretCode } from './secret-code.tsx';

type Begun = AnswerOf<typeof contract.account.beginTotp>;

/** Shows the secret for an authenticator app and asks for its first code. */
export function TotpDialog({
  begun,
  onDone,
  onClose,
}: {
  readonly begun: Begun;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const confirm = async () => {
    const { recovery_codes: codes } = await api.account.confirmTotp({ body: { code } });
    onDone(codes);
  };
  return (
    <FormDialog title={t('account.totp')} onSave={confirm} onFaults={setFaults} onClose={onClose}>
      <p>{t('account.totpScan')}</p>
      <img
        className={cx(look({ flow: 'block', radius: 'medium' }), styles.accountQr)}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(begun.qr_svg)}`}
        alt={t('account.totpQr')}
        width={200}
        height={200}
      />
      <p className={styles.accountQuiet}>{t('account.totpType')}</p>
      <SecretCode secret={begun.secret.match(/.{1,4}/g)?.join(' ')} />
      <Field label={t('account.code')} fault={faults.code}>
        {(props) => (
          <input
            {...props}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
