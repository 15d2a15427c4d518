import { API_SCOPES, type ApiScope } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import { Select } from '../../ui/select/select.tsx';
import styles from './account.module.css';
import { CurrentPassword, NameField } from './account-fields.tsx';

/** Lifetimes of a token to choose from, days. */
const LIVES = [7, 30, 90, 366] as const;

/** Purpose and lifetime of a new token. */
export function TokenDialog({
  onMade,
  onClose,
}: {
  readonly onMade: (token: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiScope[]>(['read']);
  const [days, setDays] = useState<number>(90);
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const save = async () => {
    const made = await api.account.createToken({
      body: { name, scopes: [...scopes], days, password },
    });
    onMade(made.token);
  };
  const toggle = (scope: ApiScope) =>
    setScopes(API_SCOPES.filter((one) => (one === scope) !== scopes.includes(one)));
  return (
    <FormDialog title={t('account.newToken')} onSave={save} onFaults={setFaults} onClose={onClose}>
      <NameField
        label={t('account.tokenName')}
        hint={t('account.tokenNameHint')}
        fault={faults.name}
        value={name}
        onChange={setName}
      />
      <fieldset
        className={cx(
          stack({ gap: 1, margin: 0, marginBottom: 4, padding: 0, border: 'none' }),
          styles.accountScopes,
        )}
      >
        <legend>{t('account.scopes')}</legend>
        {API_SCOPES.map((scope) => (
          <label key={scope}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={() => toggle(scope)}
            />
            <span>{t(`account.scope.${scope}`)}</span>
          </label>
        ))}
        <p className="field-fault" role="alert">
          {faults.scopes?.join(' ')}
        </p>
      </fieldset>
      <Field label={t('account.tokenLife')} fault={faults.days}>
        {(props) => (
          <Select
            {...props}
            value={days}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          >
            {LIVES.map((life) => (
              <option key={life} value={life}>
                {t('account.days', { count: life })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <CurrentPassword fault={faults.password} value={password} onChange={setPassword} />
    </FormDialog>
  );
}
