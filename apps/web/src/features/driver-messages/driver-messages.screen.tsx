import { DRIVER_MESSAGE_FILTERS, formatDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { useDisplay } from '../../ui/display.ts';
import { missing } from '../../ui/field/required.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { toast } from '../../ui/toast.ts';
import { useAddress } from '../../ui/use-address.ts';
import { PLANNING_WRITE } from '../driver-planning/driver-planning.ts';
import { filtersOf } from '../records/records-filters.tsx';
import {
  driverText,
  MESSAGES_KEY,
  type Message,
  type MessageDraft,
  type MessageRow,
  shortText,
} from './driver-messages.ts';
import { MessageDetails } from './message-details.tsx';
import { MessageFields } from './message-fields.tsx';

const NONE = '–';

const Filters = filtersOf((t) => [
  {
    name: 'state',
    label: t('driverMessages.state'),
    all: t('driverMessages.anyState'),
    options: DRIVER_MESSAGE_FILTERS.map((value) => ({
      value,
      label: t(`driverMessages.state.${value}`),
    })),
  },
]);

/** The drivers of a new message: the one of the address, as the page of a driver links to it. */
function usePreset() {
  const [address] = useAddress();
  const id = Number(address.driver);
  const isNamed = address.open === 'new' && Number.isInteger(id);
  const found = useQuery({
    queryKey: ['overview', 'driver', id],
    queryFn: ({ signal }) => api.overviews.driver({ params: { id }, signal, quiet: true }),
    enabled: isNamed,
    retry: false,
  });
  const driver = found.data;
  return {
    found,
    isPending: isNamed && found.isPending,
    // An unknown driver leaves the field empty.
    drivers: driver === undefined ? [] : [{ id, name: driverText(driver) }],
  };
}

async function send({ asks_confirmation, depots, drivers, text }: MessageDraft) {
  const { left_out, ...message } = await api.driverMessages.send({
    body: {
      text: text.trim(),
      asks_confirmation,
      drivers: drivers.map(({ id }) => id),
      depots: depots.map(({ id }) => id),
    },
  });
  return { message, leftOut: left_out.map(driverText) };
}

/** Messages to drivers as a list with a panel. */
function useMessages(
  drivers: MessageDraft['drivers'],
): Resource<MessageRow, MessageDraft, Message> {
  const { t } = useTranslation();
  const { current } = useSession();
  const { dates } = useDisplay();
  const mayWrite = may(current, PLANNING_WRITE);
  return useMemo(
    () => ({
      kind: MESSAGES_KEY,
      texts: 'driverMessages',
      list: (query, signal) => api.driverMessages.list({ query: query as object, signal }),
      read: (id, signal) => api.driverMessages.read({ params: { id }, signal }),
      nameOf: ({ text }) => shortText(text),
      columns: [
        { key: 'text', label: t('driverMessages.text'), cell: ({ text }) => shortText(text) },
        {
          key: 'created_at',
          label: t('driverMessages.sentAt'),
          isOrdered: true,
          cell: ({ created_at }) => formatDateTime(Date.parse(created_at), dates),
        },
        { key: 'author', label: t('driverMessages.author'), cell: ({ author }) => author },
        {
          key: 'to',
          label: t('driverMessages.to'),
          cell: ({ driver, drivers: count }) =>
            driver === null ? t('driverMessages.driverCount', { count }) : driverText(driver),
        },
        {
          key: 'read',
          label: t('driverMessages.readBy'),
          isNumber: true,
          cell: ({ drivers: count, read }) => `${read} / ${count}`,
        },
        {
          key: 'confirmed',
          label: t('driverMessages.confirmedBy'),
          isNumber: true,
          cell: ({ asks_confirmation, confirmed, drivers: count }) =>
            asks_confirmation ? `${confirmed} / ${count}` : NONE,
        },
        {
          key: 'answered',
          label: t('driverMessages.answeredBy'),
          isNumber: true,
          cell: ({ answered }) => answered,
        },
      ],
      Details: MessageDetails,
      mayAdd: mayWrite,
      form: {
        draftOf: () => ({ text: '', asks_confirmation: false, drivers, depots: [] }),
        Fields: MessageFields,
        check: ({ depots, drivers: chosen, text }, translate) => ({
          ...missing({ text }, ['text'], translate),
          ...(depots.length + chosen.length === 0
            ? { drivers: [translate('driverMessages.nobody')] }
            : {}),
        }),
        save: async (draft) => {
          const { leftOut, message } = await send(draft);
          if (leftOut.length > 0) {
            toast.warning(t('driverMessages.leftOut'), leftOut.join(', '));
          }
          return message;
        },
        mayChange: () => false,
      },
      filters: { names: ['state', 'driver'], Controls: Filters },
      ...(mayWrite
        ? {
            actions: [
              {
                label: t('driverMessages.remind'),
                done: t('driverMessages.reminded'),
                isOffered: ({ asks_confirmation, confirmed, drivers: count, read }: Message) =>
                  read < count || (asks_confirmation && confirmed < count),
                run: ({ id }: Message) => api.driverMessages.remind({ params: { id } }),
              },
            ],
          }
        : {}),
    }),
    [t, dates, drivers, mayWrite],
  );
}

function Messages({ drivers }: { readonly drivers: MessageDraft['drivers'] }) {
  return <ResourceScreen resource={useMessages(drivers)} />;
}

/** Screen /driver-messages: messages to drivers with receipts and answers. */
export function DriverMessagesScreen() {
  const { drivers, found, isPending } = usePreset();
  const ids = drivers.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids say which drivers they are
  const preset = useMemo(() => drivers, [ids]);
  if (isPending) return <SettingsState read={found} />;
  return <Messages drivers={preset} />;
}
