import { DEVICE_COMMAND_KINDS, DEVICE_COMMAND_STATES, formatDateTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { Select } from '../../ui/select/select.tsx';
import styles from './device-commands.module.css';
import { commandText, type DeviceCommand } from './device-commands.ts';
import { CommandState } from './device-commands-sent.tsx';
import '../../ui/administration.css';

type Commands = Resource<DeviceCommand, never>;

const NONE = '–';

const Filters: NonNullable<Commands['filters']>['Controls'] = ({ values, change }) => {
  const { t } = useTranslation();
  const choice = (name: 'kind' | 'state', any: string, options: readonly string[]) => (
    <Select
      aria-label={t(any)}
      value={values[name] ?? ''}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value || undefined })}
    >
      <option value="">{t(any)}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {t(`deviceCommands.${name}.${option}`)}
        </option>
      ))}
    </Select>
  );
  return (
    <>
      {choice('kind', 'deviceCommands.anyKind', DEVICE_COMMAND_KINDS)}
      {choice('state', 'deviceCommands.anyState', DEVICE_COMMAND_STATES)}
    </>
  );
};

function Details({ one }: { readonly one: DeviceCommand }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const moment = (at: string | null) =>
    at === null ? NONE : formatDateTime(Date.parse(at), dates);
  return (
    <FactList
      className={styles.factList ?? ''}
      facts={[
        [t('deviceCommands.vehicle'), <VehicleLink key="vehicle" vehicle={one.vehicle} />],
        [t('deviceCommands.device'), one.tracker.number],
        [t('deviceCommands.stateLabel'), <CommandState key="state" command={one} />],
        [t('deviceCommands.answer'), one.answer ?? NONE],
        [t('deviceCommands.reason'), one.reason || NONE],
        [t('deviceCommands.by'), one.created_by],
        [t('deviceCommands.createdAt'), moment(one.created_at)],
        [t('deviceCommands.sentAt'), moment(one.sent_at)],
        [t('deviceCommands.endedAt'), moment(one.ended_at)],
        [t('deviceCommands.expiresAt'), moment(one.expires_at)],
      ]}
    />
  );
}

/** Screen /administration/device-commands: the commands to all devices. */
export function DeviceCommandsScreen() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const resource = useMemo(
    (): Commands => ({
      kind: 'device-commands',
      texts: 'deviceCommandList',
      list: (query, signal) => api.deviceCommands.list({ query: query as object, signal }),
      read: (id, signal) => api.deviceCommands.read({ params: { id }, signal }),
      nameOf: ({ instruction }) => commandText(instruction, t),
      columns: [
        {
          key: 'command',
          label: t('deviceCommands.command'),
          cell: ({ instruction }) => commandText(instruction, t),
        },
        {
          key: 'vehicle',
          label: t('deviceCommands.vehicle'),
          cell: ({ vehicle }) => <VehicleLink vehicle={vehicle} />,
        },
        {
          key: 'state',
          label: t('deviceCommands.stateLabel'),
          cell: (one) => <CommandState command={one} />,
        },
        { key: 'answer', label: t('deviceCommands.answer'), cell: ({ answer }) => answer ?? NONE },
        { key: 'by', label: t('deviceCommands.by'), cell: (one) => one.created_by },
        {
          key: 'created_at',
          label: t('deviceCommands.createdAt'),
          isOrdered: true,
          cell: (one) => formatDateTime(Date.parse(one.created_at), dates),
        },
      ],
      Details,
      actions: [
        {
          label: t('deviceCommands.cancel'),
          isOffered: ({ state }) => state === 'waiting',
          done: t('deviceCommands.cancelled'),
          run: ({ id }) => api.deviceCommands.cancel({ params: { id } }),
        },
      ],
      filters: { names: ['kind', 'state', 'vehicle', 'tracker'], Controls: Filters },
      hasHistory: false,
      mayAdd: false,
    }),
    [t, dates],
  );
  return <ResourceScreen resource={resource} />;
}
