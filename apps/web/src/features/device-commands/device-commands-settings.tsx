import { MAX_DEVICE_OUTPUT } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { Select } from '../../ui/select/select.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './device-commands.module.css';

const OUTPUTS = Array.from({ length: MAX_DEVICE_OUTPUT }, (_, index) => index + 1);

interface Settings {
  readonly has_password: boolean;
  readonly immobiliser_output: number | null;
  readonly immobiliser_cuts_when_on: boolean;
}

function SettingsDialog({
  trackerId,
  settings,
  onClose,
}: {
  readonly trackerId: number;
  readonly settings: Settings;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [faults, setFaults] = useState<Faults>({});
  const [output, setOutput] = useState(String(settings.immobiliser_output ?? ''));
  const [cutsWhenOn, setCutsWhenOn] = useState(settings.immobiliser_cuts_when_on);
  const [password, setPassword] = useState('');
  const save = async () => {
    await api.deviceCommands.changeSettings({
      params: { id: trackerId },
      body: {
        ...(password === '' ? {} : { password }),
        immobiliser_output: output === '' ? null : Number(output),
        immobiliser_cuts_when_on: cutsWhenOn,
      },
    });
    toast.success(t('deviceCommands.settings.saved'));
    await queries.invalidateQueries({ queryKey: ['device-command-settings', trackerId] });
    onClose();
  };
  return (
    <FormDialog
      title={t('deviceCommands.settings.title')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <div className={styles.form}>
        <Field
          label={t('deviceCommands.settings.password')}
          hint={t(
            settings.has_password
              ? 'deviceCommands.settings.passwordStored'
              : 'deviceCommands.settings.passwordHint',
          )}
          fault={faults.password}
        >
          {(props) => (
            <input
              {...props}
              type="password"
              autoComplete="off"
              maxLength={20}
              value={password}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            />
          )}
        </Field>
        <Field
          label={t('deviceCommands.settings.output')}
          hint={t('deviceCommands.settings.outputHint')}
          fault={faults.immobiliser_output}
        >
          {(props) => (
            <Select
              {...props}
              value={output}
              onChange={({ currentTarget }) => setOutput(currentTarget.value)}
            >
              <option value="">{t('deviceCommands.settings.noOutput')}</option>
              {OUTPUTS.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('deviceCommands.settings.cuts')} fault={undefined}>
          {(props) => (
            <Select
              {...props}
              value={cutsWhenOn ? 'on' : 'off'}
              onChange={({ currentTarget }) => setCutsWhenOn(currentTarget.value === 'on')}
            >
              <option value="on">{t('deviceCommands.settings.cutsOn')}</option>
              <option value="off">{t('deviceCommands.settings.cutsOff')}</option>
            </Select>
          )}
        </Field>
      </div>
    </FormDialog>
  );
}

/** The settings of a tracker that its commands need, and a link to its commands. */
export function CommandSettings({ trackerId }: { readonly trackerId: number }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['device-command-settings', trackerId],
    queryFn: ({ signal }) =>
      api.deviceCommands.settings({ params: { id: trackerId }, signal, quiet: true }),
  });
  return (
    <p className={styles.facts}>
      <Button disabled={data === undefined} onClick={() => setIsOpen(true)}>
        {t('deviceCommands.settings.title')}
      </Button>
      <Link
        to="/administration/device-commands"
        search={{ tracker: String(trackerId) } as never}
        className="button"
      >
        {t('deviceCommands.ofTracker')}
      </Link>
      {isOpen && data !== undefined && (
        <SettingsDialog trackerId={trackerId} settings={data} onClose={() => setIsOpen(false)} />
      )}
    </p>
  );
}
