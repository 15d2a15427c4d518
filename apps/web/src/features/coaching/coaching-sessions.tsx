import { COACHING_STATES, formatDateTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { useDisplay } from '../../ui/display.ts';
import { DriverLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { look, stack } from '../../ui/look/look.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { filtersOf } from '../records/records-filters.tsx';
import { COACHING_WRITE, nameOf, SESSIONS_KEY, type Session, type SessionRow } from './coaching.ts';
import { SessionEffect } from './coaching-effect.tsx';
import { CoachedEvents } from './coaching-events.tsx';
import { SessionState, useDayText } from './coaching-words.tsx';
import { type SessionDraft, SessionFields, sessionBody, sessionDraft } from './session-fields.tsx';

const NONE = '–';

const Filters = filtersOf((t) => [
  {
    name: 'state',
    label: t('coaching.state'),
    all: t('coaching.anyState'),
    options: COACHING_STATES.map((value) => ({ value, label: t(`coaching.state.${value}`) })),
  },
  {
    name: 'due',
    label: t('coaching.due'),
    all: t('coaching.dueOrNot'),
    options: [{ value: 'true', label: t('coaching.due') }],
  },
  {
    name: 'coach',
    label: t('coaching.coach'),
    all: t('coaching.anyCoach'),
    options: [{ value: 'me', label: t('coaching.me') }],
  },
]);

/** The driver's answer; without one, where the driver answers, or that the driver has no account. */
function Answer({ one }: { readonly one: Session }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (
    <section className={stack({ gap: 2 })} aria-labelledby="coaching-answer">
      <h3 id="coaching-answer" className={look({ margin: 0 })}>
        {t('coaching.answer')}
      </h3>
      {one.driver_comment !== '' && (
        <p className={look({ margin: 0, breaks: true })}>{one.driver_comment}</p>
      )}
      {one.signed_by !== null && one.acknowledged_at !== null ? (
        <p className={look({ margin: 0 })}>
          {t('coaching.signedBy', {
            name: one.signed_by,
            time: formatDateTime(Date.parse(one.acknowledged_at), dates),
          })}
        </p>
      ) : (
        <p className={look({ margin: 0, tone: 'quiet' })}>
          {t(one.has_account ? 'coaching.notSigned' : 'coaching.noAccount')}
        </p>
      )}
    </section>
  );
}

function Details({ one }: { readonly one: Session }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const day = useDayText();
  return (
    <div className={stack({ gap: 4 })}>
      <FactList
        className="details-facts"
        facts={[
          [t('coaching.driver'), <DriverLink key="driver" driver={one.driver} />],
          [t('coaching.state'), <SessionState key="state" state={one.state} />],
          [t('coaching.plannedOn'), day(one.planned_on)],
          [
            t('coaching.heldAt'),
            one.held_at === null ? NONE : formatDateTime(Date.parse(one.held_at), dates),
          ],
        ]}
      />
      <section className={stack({ gap: 2 })} aria-labelledby="coaching-events">
        <h3 id="coaching-events" className={look({ margin: 0 })}>
          {t('coaching.events')}
        </h3>
        <CoachedEvents events={one.event_list} />
      </section>
      <Answer one={one} />
      {one.held_at !== null && <SessionEffect id={one.id} driverId={one.driver.id} />}
    </div>
  );
}

/** The sessions of visible drivers. */
export function useSessions(): Resource<SessionRow, SessionDraft, Session> {
  const { t } = useTranslation();
  const day = useDayText();
  const { current } = useSession();
  const mayWrite = may(current, COACHING_WRITE);
  const userId = current.user.id;
  return useMemo(() => {
    const step = (name: 'hold' | 'close' | 'reopen') => ({
      label: t(`coaching.step.${name}`),
      done: t(`coaching.stepDone.${name}`),
      ...(name === 'hold' ? { confirm: () => t('coaching.holdAsk') } : {}),
      isOffered: ({ state }: Session) =>
        name === 'hold'
          ? state === 'planned'
          : name === 'close'
            ? state === 'held' || state === 'acknowledged'
            : state === 'closed',
      run: ({ id, version }: Session) =>
        api.coaching.moveSession({ params: { id }, body: { step: name, version } }),
    });
    return {
      kind: SESSIONS_KEY,
      texts: 'coaching.sessionList',
      list: (query, signal) => api.coaching.sessions({ query: query as object, signal }),
      read: (id, signal) => api.coaching.session({ params: { id }, signal }),
      nameOf,
      columns: [
        { key: 'driver', label: t('coaching.driver'), isOrdered: true, cell: nameOf },
        {
          key: 'state',
          label: t('coaching.state'),
          isOrdered: true,
          cell: ({ state }) => <SessionState state={state} />,
        },
        {
          key: 'planned_on',
          label: t('coaching.plannedOn'),
          isOrdered: true,
          cell: ({ planned_on }) => day(planned_on),
        },
        { key: 'coach', label: t('coaching.coach'), cell: ({ coach }) => coach?.name ?? NONE },
        {
          key: 'events',
          label: t('coaching.events'),
          isNumber: true,
          cell: ({ events }) => events,
        },
        {
          key: 'actions',
          label: t('coaching.actionsOpen'),
          isNumber: true,
          cell: ({ actions_open }) => actions_open,
        },
        {
          key: 'follow_up',
          label: t('coaching.followUp'),
          cell: ({ follow_up_on }) => (follow_up_on === null ? NONE : day(follow_up_on)),
        },
      ],
      form: {
        draftOf: (one) => sessionDraft(one, userId),
        Fields: SessionFields,
        check: ({ driver }, translate) =>
          driver === null ? { driver: [translate('coaching.chooseDriver')] } : {},
        mayChange: ({ state }) => mayWrite && state !== 'closed',
        save: (draft, one) =>
          one === null
            ? api.coaching.createSession({
                body: { ...sessionBody(draft), driver: draft.driver?.id ?? 0 },
              })
            : api.coaching.changeSession({
                params: { id: one.id },
                body: { ...sessionBody(draft), version: one.version },
              }),
      },
      Details,
      mayAdd: mayWrite,
      ...(mayWrite
        ? {
            remove: {
              change: (ids: readonly number[]) =>
                Promise.all(ids.map((id) => api.coaching.removeSession({ params: { id } }))),
              text: t('coaching.removeText'),
            },
          }
        : {}),
      mayRemove: ({ state }) => state === 'planned',
      actions: mayWrite ? [step('hold'), step('close'), step('reopen')] : [],
      filters: { names: ['driver', 'state', 'due', 'coach'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('coaching', 'exportSessions'), { query }),
    };
  }, [t, day, mayWrite, userId]);
}
