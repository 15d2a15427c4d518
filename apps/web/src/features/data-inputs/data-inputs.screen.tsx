import { type DataInputState, DEVICE_PORTS, formatDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { actsCustomerWide } from '../../session/rights.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { CustomerWideNote } from '../../ui/customer-wide/customer-wide.tsx';
import { useDisplay } from '../../ui/display.ts';
import { FactList } from '../../ui/facts.tsx';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { requiredFault } from '../../ui/field/required.ts';
import type { Resource, ResourceAction, ResourceColumn } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { NewSecret } from '../account/new-secret.tsx';
import { useDevicePorts } from '../home/first-steps/device/device-ports.tsx';
import { bodyOf, draftOf, type Input, type InputDraft } from './data-inputs.ts';
import { InputFields } from './data-inputs-fields.tsx';
import { MappingDialog } from './data-inputs-mapping.tsx';

const NONE = '–';
/** Inputs are at the port of phones. */
const PHONES = 'osmand';
const DEFAULT_PORT = DEVICE_PORTS.find(({ name }) => name === PHONES)?.default ?? 0;
/** State and counts change while the screen is open. */
const REFRESH_MS = 10_000;

const TONES: Readonly<Record<DataInputState, 'good' | 'warn' | 'bad' | undefined>> = {
  off: undefined,
  waiting: undefined,
  receiving: 'good',
  refusing: 'warn',
  disconnected: 'bad',
};

function useMoment(): (text: string | null) => string {
  const { dates } = useDisplay();
  return useCallback(
    (text) => (text === null ? NONE : formatDateTime(Date.parse(text), dates)),
    [dates],
  );
}

/** What an administrator should look at first. */
const lastError = ({ state, connection_error, last_refusal }: Input): string =>
  (state === 'disconnected' ? connection_error : last_refusal) ?? NONE;

function useColumns(): readonly ResourceColumn<Input>[] {
  const { t } = useTranslation();
  const { is_global_admin: seesAll } = useSession().current.user;
  const moment = useMoment();
  return useMemo(
    () => [
      { key: 'name', label: t('dataInputs.name'), isOrdered: true, cell: ({ name }) => name },
      ...(seesAll
        ? [
            {
              key: 'customer',
              label: t('organisation.customer'),
              cell: ({ customer }: Input) => customer.name,
            },
          ]
        : []),
      {
        key: 'kind',
        label: t('dataInputs.kind'),
        isOrdered: true,
        cell: ({ kind }) => t(`dataInputs.kind.${kind}`),
      },
      {
        key: 'state',
        label: t('recordList.state'),
        cell: ({ state }) => <Badge tone={TONES[state]}>{t(`dataInputs.state.${state}`)}</Badge>,
      },
      {
        key: 'last_message',
        label: t('dataInputs.lastMessageAt'),
        isOrdered: true,
        cell: ({ last_message: at }) => moment(at),
      },
      {
        key: 'records_stored',
        label: t('dataInputs.stored'),
        cell: ({ records_stored: count }) => String(count),
      },
      {
        key: 'records_refused',
        label: t('dataInputs.refused'),
        cell: ({ records_refused: count }) => String(count),
      },
      { key: 'last_refusal', label: t('dataInputs.lastRefusal'), cell: lastError },
    ],
    [t, seesAll, moment],
  );
}

/** How an input is doing, below its form. */
function Details({ one: opened }: { readonly one: Input }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { data: one = opened } = useQuery({
    queryKey: ['data_input', 'now', opened.id],
    queryFn: ({ signal }) =>
      api.dataInputs.read({ params: { id: opened.id }, signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  });
  const refusal =
    one.last_refusal === null ? NONE : `${one.last_refusal} (${moment(one.last_refused)})`;
  return (
    <>
      {!one.is_mapped && <p role="status">{t('dataInputs.notMappedYet')}</p>}
      <FactList
        className="details-facts"
        facts={[
          [t('recordList.state'), t(`dataInputs.state.${one.state}`)],
          ...(one.kind === 'mqtt'
            ? ([
                [t('dataInputs.connectedSince'), moment(one.connected_since)],
                [t('dataInputs.connectionError'), one.connection_error ?? NONE],
              ] as const)
            : ([[t('dataInputs.address'), t('dataInputs.addressHidden')]] as const)),
          [t('dataInputs.lastMessageAt'), moment(one.last_message)],
          [t('dataInputs.stored'), String(one.records_stored)],
          [t('dataInputs.refused'), String(one.records_refused)],
          [t('dataInputs.lastRefusal'), refusal],
          [t('dataInputs.made'), `${moment(one.created_at)}, ${one.created_by}`],
        ]}
      />
    </>
  );
}

function check(draft: InputDraft, t: TFunction): Faults {
  const isMqtt = draft.kind === 'mqtt';
  return {
    ...(draft.name.trim() === '' ? { name: requiredFault(t) } : {}),
    ...(isMqtt && draft.address.trim() === '' ? { address: requiredFault(t) } : {}),
    ...(isMqtt && draft.topic.trim() === '' ? { topic: requiredFault(t) } : {}),
  };
}

/** Mapping, switch and address, for people who act for the whole customer. */
function actionsOf(
  t: TFunction,
  isCustomerWide: boolean,
  showPath: (path: string) => void,
): readonly ResourceAction<Input>[] {
  const setOn = (one: Input, is_on: boolean) =>
    api.dataInputs.change({
      params: { id: one.id },
      body: { ...bodyOf(draftOf(one), one), is_on },
    });
  const actions: readonly ResourceAction<Input>[] = [
    { label: t('dataInputs.mapping'), Dialog: MappingDialog, done: t('dataInputs.mappingSaved') },
    {
      label: t('dataInputs.switchOff'),
      isOffered: ({ is_on: isOn }) => isOn,
      run: (one) => setOn(one, false),
      done: t('dataInputs.switchedOff'),
    },
    {
      label: t('dataInputs.switchOn'),
      isOffered: ({ is_on: isOn }) => !isOn,
      run: (one) => setOn(one, true),
      done: t('dataInputs.switchedOn'),
    },
    {
      label: t('dataInputs.rotate'),
      isOffered: ({ kind }) => kind === 'http',
      confirm: () => t('dataInputs.rotateText'),
      run: async ({ id }) =>
        showPath((await api.dataInputs.rotate({ params: { id } })).secret_path),
      done: t('dataInputs.rotated'),
    },
  ];
  return isCustomerWide ? actions : [];
}

/** The address of an HTTP input at the port of phones. */
function NewAddress({
  path,
  port,
  onClose,
}: {
  readonly path: string;
  readonly port: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <NewSecret
      secret={`http://${location.hostname}:${port}${path}`}
      title={t('dataInputs.newAddress')}
      text={t('dataInputs.newAddressText')}
      kept={t('partnerKeys.kept')}
      onClose={onClose}
    />
  );
}

/** Screen /administration/data-inputs: JSON messages of other platforms that become records. */
export function DataInputsScreen() {
  const { t } = useTranslation();
  const columns = useColumns();
  const isCustomerWide = actsCustomerWide(useSession().current);
  const [path, setPath] = useState<string | null>(null);
  // Read before an address is made, which is shown only once.
  const port = useDevicePorts().find(({ protocol }) => protocol === PHONES)?.port ?? DEFAULT_PORT;
  const actions = useMemo(() => actionsOf(t, isCustomerWide, setPath), [t, isCustomerWide]);
  const resource: Resource<Input, InputDraft> = {
    kind: 'data_input',
    texts: 'dataInputs',
    list: (query, signal) => api.dataInputs.list({ query: query as object, signal }),
    read: (id, signal) => api.dataInputs.read({ params: { id }, signal }),
    nameOf: ({ name }) => name,
    columns,
    Details,
    mayAdd: isCustomerWide,
    mayRemove: () => isCustomerWide,
    refreshMs: REFRESH_MS,
    form: {
      draftOf,
      Fields: InputFields,
      check,
      mayChange: () => isCustomerWide,
      save: async (draft, one) => {
        const body = bodyOf(draft, one);
        if (one !== null) return api.dataInputs.change({ params: { id: one.id }, body });
        const { customer } = draft;
        const made = await api.dataInputs.create({
          body: { ...body, ...(customer === null ? {} : { customer }) },
        });
        setPath(made.secret_path);
      },
    },
    remove: {
      change: async (ids) => {
        for (const id of ids) await api.dataInputs.remove({ params: { id } });
      },
      text: t('dataInputs.removeText'),
    },
    actions,
  };
  return (
    <>
      <CustomerWideNote />
      <ResourceScreen resource={resource} />
      {path !== null && <NewAddress path={path} port={port} onClose={() => setPath(null)} />}
    </>
  );
}
