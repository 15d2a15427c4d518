import { formatDateTime } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { Select } from '../../ui/select/select.tsx';
import { toast } from '../../ui/toast.ts';
import type { VehicleDialogProps } from '../../ui/vehicle-dialog.ts';
import styles from './device-commands.module.css';
import {
  bodyOf,
  type CommandDraft,
  type CommandedDevice,
  EMPTY_DRAFT,
  faultsIn,
  type Offers,
} from './device-commands.ts';
import {
  ConfirmationFields,
  KindField,
  ParameterFields,
  WaitField,
} from './device-commands-fields.tsx';
import { SentCommands } from './device-commands-sent.tsx';

const REFRESH_MS = 10_000;

/** What will happen: now, at the next stop, or when the device connects. */
function Effect({
  kind,
  device,
  standstill,
}: {
  readonly kind: CommandDraft['kind'];
  readonly device: CommandedDevice;
  readonly standstill: Offers['standstill'];
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const time = standstill.at === null ? '' : formatDateTime(Date.parse(standstill.at), dates);
  return (
    <div className={styles.effect} role="status">
      {kind === 'immobilise' && (
        <p>
          <strong>{t(`deviceCommands.effect.${standstill.state}`, { time })}</strong>
        </p>
      )}
      {kind === 'mobilise' && <p>{t('deviceCommands.effect.mobilise')}</p>}
      <p>{t(device.is_connected ? 'deviceCommands.connected' : 'deviceCommands.offline')}</p>
      <p>{t('deviceCommands.once')}</p>
    </div>
  );
}

function DeviceField({
  devices,
  value,
  onChange,
}: {
  readonly devices: readonly CommandedDevice[];
  readonly value: number;
  readonly onChange: (id: number) => void;
}) {
  const { t } = useTranslation();
  if (devices.length < 2) return null;
  return (
    <Field label={t('deviceCommands.device')} fault={undefined}>
      {(props) => (
        <Select
          {...props}
          value={value}
          onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        >
          {devices.map(({ id, number, protocol }) => (
            <option key={id} value={id}>
              {number} ({t(`protocol.${protocol}`)})
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Sends a command to a device of a vehicle, and shows the last ones with their answers. */
export function DeviceCommandsDialog({ vehicle, onClose }: VehicleDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [faults, setFaults] = useState<Faults>({});
  const offers = useQuery({
    queryKey: ['device-command-offers', vehicle.id],
    queryFn: ({ signal }) =>
      api.deviceCommands.offers({ params: { id: vehicle.id }, signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  });
  const devices = offers.data?.devices.filter(({ commands }) => commands.length > 0) ?? [];
  const device = devices.find(({ id }) => id === draft.trackerId) ?? devices[0];
  const change = (changes: Partial<CommandDraft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setFaults({});
  };
  const send = async () => {
    const wrong = faultsIn(draft, t);
    setFaults(wrong);
    const body = bodyOf({ ...draft, trackerId: device?.id ?? null });
    if (body === null || Object.keys(wrong).length > 0) return;
    await api.deviceCommands.send({ params: { id: vehicle.id }, body });
    toast.success(t('deviceCommands.queued'), { subject: vehicle.registration });
    setDraft({ ...EMPTY_DRAFT, trackerId: draft.trackerId });
    await queries.invalidateQueries({ queryKey: ['device-commands'] });
  };
  const fields = { draft, faults, change };
  return (
    <FormDialog
      title={t('deviceCommands.title', { registration: vehicle.registration })}
      action={t('deviceCommands.send')}
      cancelLabel={t('action.close')}
      isReadOnly={device === undefined}
      asksToLeave={false}
      onSave={send}
      onFaults={setFaults}
      onClose={onClose}
    >
      {offers.isError && (
        <p role="alert">
          {t('deviceCommands.offersFailed')}{' '}
          <Button onClick={() => void offers.refetch()}>{t('action.retry')}</Button>
        </p>
      )}
      {offers.isPending && <p role="status">{t('deviceCommands.loading')}</p>}
      {offers.isSuccess && device === undefined && <p>{t('deviceCommands.none')}</p>}
      {offers.data !== undefined && device !== undefined && (
        <div className={styles.form}>
          <DeviceField
            devices={devices}
            value={device.id}
            onChange={(trackerId) => change({ trackerId, kind: '' })}
          />
          <KindField {...fields} device={device} />
          <ParameterFields {...fields} />
          <ConfirmationFields {...fields} needsCode={offers.data.needs_code} />
          <WaitField {...fields} />
          {draft.kind !== '' && (
            <Effect kind={draft.kind} device={device} standstill={offers.data.standstill} />
          )}
        </div>
      )}
      <SentCommands vehicleId={vehicle.id} />
    </FormDialog>
  );
}
