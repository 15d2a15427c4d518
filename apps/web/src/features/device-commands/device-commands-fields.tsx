import { MAX_DEVICE_OUTPUT } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field/field.tsx';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { Select } from '../../ui/select/select.tsx';
import {
  type CommandDraft,
  type CommandedDevice,
  isImmobiliser,
  WAIT_HOURS,
} from './device-commands.ts';

export interface FieldsProps {
  readonly draft: CommandDraft;
  readonly faults: Faults;
  readonly change: (changes: Partial<CommandDraft>) => void;
}

const OUTPUTS = Array.from({ length: MAX_DEVICE_OUTPUT }, (_, index) => String(index + 1));

/** The choice of the command among those that the device has. */
export function KindField({
  draft,
  faults,
  change,
  device,
}: FieldsProps & { readonly device: CommandedDevice }) {
  const { t } = useTranslation();
  const missing = device.commands.find(({ kind }) => kind === draft.kind)?.missing ?? null;
  return (
    <Field
      label={t('deviceCommands.command')}
      isRequired
      fault={faults.kind}
      hint={missing === null ? undefined : t(`deviceCommands.missing.${missing}`)}
    >
      {(props) => (
        <Select
          {...props}
          value={draft.kind}
          onChange={({ currentTarget }) =>
            change({ kind: currentTarget.value as CommandDraft['kind'] })
          }
        >
          <option value="">{t('deviceCommands.choose')}</option>
          {device.commands.map(({ kind }) => (
            <option key={kind} value={kind}>
              {t(`deviceCommands.kind.${kind}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The parameters of the selected command. */
export function ParameterFields({ draft, faults, change }: FieldsProps) {
  const { t } = useTranslation();
  if (draft.kind === 'interval') {
    return (
      <Field label={t('deviceCommands.intervalS')} isRequired fault={faults.seconds}>
        {(props) => (
          <input
            {...props}
            inputMode="numeric"
            value={draft.seconds}
            onChange={({ currentTarget }) => change({ seconds: currentTarget.value })}
          />
        )}
      </Field>
    );
  }
  if (draft.kind === 'output') {
    return (
      <>
        <Field label={t('deviceCommands.output')} isRequired fault={faults.output}>
          {(props) => (
            <Select
              {...props}
              value={draft.output}
              onChange={({ currentTarget }) => change({ output: currentTarget.value })}
            >
              {OUTPUTS.map((output) => (
                <option key={output}>{output}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('deviceCommands.outputState')} isRequired fault={undefined}>
          {(props) => (
            <Select
              {...props}
              value={draft.on ? 'on' : 'off'}
              onChange={({ currentTarget }) => change({ on: currentTarget.value === 'on' })}
            >
              <option value="on">{t('deviceCommands.on')}</option>
              <option value="off">{t('deviceCommands.off')}</option>
            </Select>
          )}
        </Field>
      </>
    );
  }
  if (draft.kind !== 'custom') return null;
  return (
    <Field
      label={t('deviceCommands.text')}
      hint={t('deviceCommands.textHint')}
      isRequired
      fault={faults.text ?? faults.instruction}
    >
      {(props) => (
        <input
          {...props}
          maxLength={160}
          autoComplete="off"
          spellCheck={false}
          value={draft.text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
      )}
    </Field>
  );
}

/** Reason, password and code, which the immobiliser needs. */
export function ConfirmationFields({
  draft,
  faults,
  change,
  needsCode,
}: FieldsProps & { readonly needsCode: boolean }) {
  const { t } = useTranslation();
  if (!isImmobiliser(draft.kind)) return null;
  return (
    <>
      <Field label={t('deviceCommands.reason')} isRequired fault={faults.reason}>
        {(props) => (
          <input
            {...props}
            maxLength={300}
            value={draft.reason}
            onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('deviceCommands.password')} isRequired fault={faults.password}>
        {(props) => (
          <input
            {...props}
            type="password"
            autoComplete="current-password"
            value={draft.password}
            onChange={({ currentTarget }) => change({ password: currentTarget.value })}
          />
        )}
      </Field>
      {needsCode && (
        <Field label={t('deviceCommands.code')} isRequired fault={faults.code}>
          {(props) => (
            <input
              {...props}
              inputMode="numeric"
              autoComplete="one-time-code"
              value={draft.code}
              onChange={({ currentTarget }) => change({ code: currentTarget.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** How long the command waits for its device. */
export function WaitField({ draft, faults, change }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <Field label={t('deviceCommands.wait')} fault={faults.expires_in_hours}>
      {(props) => (
        <Select
          {...props}
          value={draft.hours}
          onChange={({ currentTarget }) => change({ hours: currentTarget.value })}
        >
          {WAIT_HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {t(`deviceCommands.wait.${hours}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
