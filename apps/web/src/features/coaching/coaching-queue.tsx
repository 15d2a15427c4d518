import { EVENT_SEVERITIES, formatDateTime } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { useDisplay } from '../../ui/display.ts';
import { DriverLink } from '../../ui/entity-link/entity-link.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { look, stack } from '../../ui/look/look.ts';
import { ChoiceField, DayField } from '../../ui/resource/bound-fields.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { toast } from '../../ui/toast.ts';
import { DepotChoice, filtersOf } from '../records/records-filters.tsx';
import {
  COACHING_WRITE,
  dayIn,
  nameOf,
  QUEUE_KEY,
  type QueueRow,
  SESSIONS_KEY,
} from './coaching.ts';
import { CoachedEvents } from './coaching-events.tsx';
import { useCoaches } from './coaching-words.tsx';

const Filters = filtersOf(
  (t) => [
    {
      name: 'severity',
      label: t('events.severity'),
      all: t('coaching.anySeverity'),
      options: EVENT_SEVERITIES.map((value) => ({
        value,
        label: t(`events.severity.${value}`),
      })),
    },
    {
      name: 'film',
      label: t('coaching.film'),
      all: t('coaching.withOrWithoutFilm'),
      options: [{ value: 'true', label: t('coaching.withFilm') }],
    },
  ],
  DepotChoice,
);

/** The marked events of a driver. */
function useQueued(id: number) {
  return useQuery({
    queryKey: [QUEUE_KEY, 'events', id],
    queryFn: ({ signal }) => api.coaching.queueOfDriver({ params: { id }, query: {}, signal }),
  });
}

function Details({ one }: { readonly one: QueueRow }) {
  const { t } = useTranslation();
  const read = useQueued(one.id);
  return (
    <div className={stack({ gap: 4 })}>
      <p className={look({ margin: 0 })}>
        <DriverLink driver={one.driver} />
      </p>
      <SettingsState read={read} />
      {read.data !== undefined && <CoachedEvents events={read.data.events} />}
      <p className={look({ tone: 'quiet', margin: 0 })}>{t('coaching.queueHint')}</p>
    </div>
  );
}

/** Plans a session with the events of the queue, or adds them to the planned session. */
function StartDialog({
  one,
  onDone,
  onClose,
}: {
  readonly one: QueueRow;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const coaches = useCoaches();
  const queued = useQueued(one.id);
  const [faults, setFaults] = useState<Faults>({});
  const [draft, setDraft] = useState<{ coach: number | null; planned_on: string }>({
    coach: current.user.id,
    planned_on: dayIn(0),
  });
  const form = {
    draft,
    faults,
    change: (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes }),
  };
  const session = one.session;
  const save = async () => {
    const events = (queued.data?.events ?? []).map(({ id }) => id);
    const made =
      session === null
        ? await api.coaching.createSession({
            body: { ...draft, coach: draft.coach ?? 0, driver: one.id, events },
          })
        : await api.coaching.addEvents({ params: { id: session }, body: { events } });
    onDone();
    toast.success(t(session === null ? 'coaching.sessionPlanned' : 'coaching.eventsAdded'));
    for (const key of [QUEUE_KEY, SESSIONS_KEY]) {
      void client.invalidateQueries({ queryKey: [key] });
    }
    void navigate({
      to: '/coaching' as string,
      search: { list: 'sessions', open: made.id } as never,
    });
  };
  return (
    <FormDialog
      title={t(session === null ? 'coaching.start' : 'coaching.addToSession')}
      action={t(session === null ? 'coaching.planSession' : 'coaching.addToSession')}
      isReadOnly={queued.data === undefined}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>
        {t('coaching.startText', { count: queued.data?.events.length ?? 0, name: nameOf(one) })}
      </p>
      {faults.events !== undefined && (
        <p className="field-fault" role="alert">
          {faults.events.join(' ')}
        </p>
      )}
      {session === null && (
        <>
          <ChoiceField
            form={form}
            name="coach"
            label={t('coaching.coach')}
            isRequired
            options={coaches}
          />
          <DayField form={form} name="planned_on" label={t('coaching.plannedOn')} isRequired />
        </>
      )}
    </FormDialog>
  );
}

/** The queue: the drivers with events that are marked for coaching. */
export function useQueue(): Resource<QueueRow, never> {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { current } = useSession();
  const mayWrite = may(current, COACHING_WRITE);
  return useMemo(
    () => ({
      kind: QUEUE_KEY,
      texts: 'coaching.queue',
      list: (query, signal) => api.coaching.queue({ query: query as object, signal }),
      read: async (id, signal) => {
        const { results } = await api.coaching.queue({ query: { driver: id }, signal });
        const [found] = results;
        if (found !== undefined) return found;
        const { driver, session } = await api.coaching.queueOfDriver({
          params: { id },
          query: {},
          signal,
        });
        const at = new Date().toISOString();
        const none = { events: 0, serious: 0, with_film: 0, oldest_at: at, newest_at: at };
        return { id, driver, session, ...none };
      },
      nameOf,
      columns: [
        { key: 'name', label: t('coaching.driver'), isOrdered: true, cell: nameOf },
        {
          key: 'events',
          label: t('coaching.events'),
          isOrdered: true,
          isNumber: true,
          cell: ({ events }) => events,
        },
        {
          key: 'serious',
          label: t('coaching.serious'),
          isNumber: true,
          cell: ({ serious }) => serious,
        },
        {
          key: 'film',
          label: t('coaching.withFilm'),
          isNumber: true,
          cell: ({ with_film }) => with_film,
        },
        {
          key: 'newest',
          label: t('coaching.newest'),
          cell: ({ newest_at }) => formatDateTime(Date.parse(newest_at), dates),
        },
        {
          key: 'session',
          label: t('coaching.session'),
          cell: ({ session }) => (session === null ? '–' : t('coaching.state.planned')),
        },
      ],
      Details,
      mayAdd: false,
      hasHistory: false,
      filters: { names: ['severity', 'film', 'depot'], Controls: Filters },
      actions: mayWrite
        ? [
            {
              label: t('coaching.start'),
              done: t('coaching.sessionPlanned'),
              isOffered: ({ events, session }) => events > 0 && session === null,
              Dialog: StartDialog,
            },
            {
              label: t('coaching.addToSession'),
              done: t('coaching.eventsAdded'),
              isOffered: ({ events, session }) => events > 0 && session !== null,
              Dialog: StartDialog,
            },
          ]
        : [],
    }),
    [t, dates, mayWrite],
  );
}
