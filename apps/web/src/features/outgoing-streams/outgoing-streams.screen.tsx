import { formatDateTime, formatDuration, type OutgoingStreamState } from '@roadworthy/domain';
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
import { bodyOf, draftOf, type Stream, type StreamDraft } from './outgoing-streams.ts';
import { StreamFields } from './outgoing-streams-fields.tsx';
import { RestartDialog } from './restart-dialog.tsx';

const NONE = '–';
/** State and lag change while the screen is open. */
const REFRESH_MS = 10_000;

const TONES: Readonly<Record<OutgoingStreamState, 'good' | 'warn' | 'bad' | undefined>> = {
  current: 'good',
  behind: 'warn',
  failing: 'bad',
  paused: undefined,
};

/** How far a stream is behind; nothing to say of one that has sent everything. */
function useLag(): (one: Stream) => string {
  const { t, i18n } = useTranslation();
  const language = i18n.language === 'pt' ? 'pt' : 'en';
  return useCallback(
    ({ state, lag }) =>
      state === 'current' ? t('dataFeeds.upToDate') : formatDuration(lag, language),
    [t, language],
  );
}

function useMoment(): (text: string | null) => string {
  const { dates } = useDisplay();
  return useCallback(
    (text) => (text === null ? NONE : formatDateTime(Date.parse(text), dates)),
    [dates],
  );
}

function useColumns(): readonly ResourceColumn<Stream>[] {
  const { t } = useTranslation();
  const { is_global_admin: seesAll } = useSession().current.user;
  const lagOf = useLag();
  const moment = useMoment();
  return useMemo(
    () => [
      { key: 'name', label: t('outgoingStreams.name'), isOrdered: true, cell: ({ name }) => name },
      ...(seesAll
        ? [
            {
              key: 'customer',
              label: t('organisation.customer'),
              cell: ({ customer }: Stream) => customer.name,
            },
          ]
        : []),
      {
        key: 'kind',
        label: t('outgoingStreams.kind'),
        isOrdered: true,
        cell: ({ kind }) => t(`outgoingStreams.kind.${kind}`),
      },
      {
        key: 'state',
        label: t('recordList.state'),
        cell: ({ state }) => (
          <Badge tone={TONES[state]}>{t(`outgoingStreams.state.${state}`)}</Badge>
        ),
      },
      { key: 'lag', label: t('outgoingStreams.lag'), cell: lagOf },
      {
        key: 'last_delivery',
        label: t('outgoingStreams.lastDelivery'),
        isOrdered: true,
        cell: ({ last_delivery: at }) => moment(at),
      },
      {
        key: 'last_error',
        label: t('outgoingStreams.lastError'),
        cell: ({ last_error: error }) => error ?? NONE,
      },
    ],
    [t, seesAll, lagOf, moment],
  );
}

/** How a stream is doing, below its form. */
function Details({ one }: { readonly one: Stream }) {
  const { t } = useTranslation();
  const lagOf = useLag();
  const moment = useMoment();
  return (
    <FactList
      className="details-facts"
      facts={[
        [t('recordList.state'), t(`outgoingStreams.state.${one.state}`)],
        [t('outgoingStreams.lag'), lagOf(one)],
        [t('outgoingStreams.sent'), String(one.rows_sent)],
        [t('outgoingStreams.lastDelivery'), moment(one.last_delivery)],
        ...(one.last_error === null
          ? []
          : ([
              [t('outgoingStreams.lastError'), one.last_error],
              [t('outgoingStreams.failingSince'), moment(one.failing_since)],
              [t('outgoingStreams.nextAttempt'), moment(one.next_attempt)],
            ] as const)),
        [t('outgoingStreams.made'), `${moment(one.created_at)}, ${one.created_by}`],
      ]}
    />
  );
}

function check(draft: StreamDraft, t: TFunction): Faults {
  return {
    ...(draft.name.trim() === '' ? { name: requiredFault(t) } : {}),
    ...(draft.address.trim() === '' ? { address: requiredFault(t) } : {}),
    ...(draft.kind !== 'webhook' && draft.topic.trim() === '' ? { topic: requiredFault(t) } : {}),
    ...(draft.feeds.length === 0 ? { feeds: requiredFault(t) } : {}),
    ...(draft.some_vehicles && draft.vehicles.length + draft.depots.length === 0
      ? { vehicles: [t('outgoingStreams.chooseVehicles')] }
      : {}),
  };
}

/** Test, pause, begin again and rotate, for people who act for the whole customer. */
function actionsOf(
  t: TFunction,
  isCustomerWide: boolean,
  showSecret: (secret: string) => void,
): readonly ResourceAction<Stream>[] {
  const setOn = (one: Stream, is_on: boolean) =>
    api.outgoingStreams.change({
      params: { id: one.id },
      body: { ...bodyOf(draftOf(one)), is_on },
    });
  const actions: readonly ResourceAction<Stream>[] = [
    {
      label: t('outgoingStreams.test'),
      run: async ({ id }) => {
        const { error } = await api.outgoingStreams.test({ params: { id } });
        if (error !== null) throw new Error(error);
      },
      done: t('outgoingStreams.tested'),
    },
    {
      label: t('outgoingStreams.pause'),
      isOffered: ({ is_on: isOn }) => isOn,
      run: (one) => setOn(one, false),
      done: t('outgoingStreams.state.paused'),
    },
    {
      label: t('outgoingStreams.resume'),
      isOffered: ({ is_on: isOn }) => !isOn,
      run: (one) => setOn(one, true),
      done: t('outgoingStreams.resumed'),
    },
    {
      label: t('outgoingStreams.restart'),
      Dialog: RestartDialog,
      done: t('outgoingStreams.restarted'),
    },
    {
      label: t('outgoingStreams.rotate'),
      isOffered: ({ kind }) => kind === 'webhook',
      confirm: () => t('outgoingStreams.rotateText'),
      run: async ({ id }) =>
        showSecret((await api.outgoingStreams.rotate({ params: { id } })).secret),
      done: t('outgoingStreams.rotated'),
    },
  ];
  return isCustomerWide ? actions : [];
}

/** Screen /administration/outgoing-streams: destinations that receive the customer's records. */
export function OutgoingStreamsScreen() {
  const { t } = useTranslation();
  const columns = useColumns();
  const isCustomerWide = actsCustomerWide(useSession().current);
  const [secret, setSecret] = useState<string | null>(null);
  const actions = useMemo(() => actionsOf(t, isCustomerWide, setSecret), [t, isCustomerWide]);
  const resource: Resource<Stream, StreamDraft> = {
    kind: 'outgoing_stream',
    texts: 'outgoingStreams',
    list: (query, signal) => api.outgoingStreams.list({ query: query as object, signal }),
    read: (id, signal) => api.outgoingStreams.read({ params: { id }, signal }),
    nameOf: ({ name }) => name,
    columns,
    Details,
    mayAdd: isCustomerWide,
    mayRemove: () => isCustomerWide,
    refreshMs: REFRESH_MS,
    form: {
      draftOf,
      Fields: StreamFields,
      check,
      mayChange: () => isCustomerWide,
      save: async (draft, one) => {
        const body = bodyOf(draft);
        if (one !== null) return api.outgoingStreams.change({ params: { id: one.id }, body });
        const { customer } = draft;
        const made = await api.outgoingStreams.create({
          body: { ...body, ...(customer === null ? {} : { customer }) },
        });
        setSecret(made.secret);
      },
    },
    remove: {
      change: async (ids) => {
        for (const id of ids) await api.outgoingStreams.remove({ params: { id } });
      },
      text: t('outgoingStreams.removeText'),
    },
    actions,
  };
  return (
    <>
      <CustomerWideNote />
      <ResourceScreen resource={resource} />
      {secret !== null && (
        <NewSecret
          secret={secret}
          title={t('outgoingStreams.secret')}
          text={t('outgoingStreams.secretText')}
          kept={t('partnerKeys.kept')}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}
