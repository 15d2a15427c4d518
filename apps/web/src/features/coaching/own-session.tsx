import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { served } from '../../api/bases.ts';
import { Button } from '../../ui/button/button.tsx';
import { EventIcon } from '../../ui/event-icon.tsx';
import { useEventName } from '../../ui/event-name.ts';
import { Fact } from '../../ui/facts.tsx';
import { look, row, stack } from '../../ui/look/look.ts';
import { UnsentAnswer } from '../../ui/outbox/unsent-answer.tsx';
import { useOwnChanges } from '../../ui/outbox/use-own-changes.ts';
import { SignForm } from '../../ui/record/sign-form.tsx';
import { toast } from '../../ui/toast.ts';
import { OWN_KEY, type OwnSession } from './coaching.ts';
import { EventLine } from './coaching-events.tsx';
import { SessionState, useDayText } from './coaching-words.tsx';

/** The film of an event: its photographs and videos, which play in place. */
function Films({ event }: { readonly event: OwnSession['events'][number] }) {
  const { t } = useTranslation();
  const nameOf = useEventName();
  const [isOpen, setIsOpen] = useState(false);
  if (event.films.length === 0) return null;
  if (!isOpen) {
    return <Button onClick={() => setIsOpen(true)}>{t('coaching.own.watch')}</Button>;
  }
  return event.films.map(({ camera, media, url }) => {
    const label = t('coaching.own.filmOf', { name: nameOf(event.event), camera });
    return media === 'image' ? (
      <img
        key={url}
        className={look({ width: 'full', radius: 'medium' })}
        src={served(url)}
        alt={label}
      />
    ) : (
      // biome-ignore lint/a11y/useMediaCaption: recordings of vehicles have no captions
      <video
        key={url}
        className={look({ width: 'full', radius: 'medium' })}
        src={served(url)}
        aria-label={label}
        controls
      />
    );
  });
}

function Events({ events }: { readonly events: OwnSession['events'] }) {
  const { t } = useTranslation();
  const nameOf = useEventName();
  if (events.length === 0) {
    return <p className={look({ margin: 0, tone: 'quiet' })}>{t('coaching.noEvents')}</p>;
  }
  return (
    <ul className={stack({ gap: 4, margin: 0, padding: 0, list: true })}>
      {events.map((event) => (
        <li key={event.id} className={stack({ gap: 1, items: 'start' })}>
          <span className={row({ gap: 2, align: 'center' })}>
            <EventIcon eventCode={event.event.eventCode} />
            {nameOf(event.event)}
          </span>
          <EventLine event={event} />
          <Films event={event} />
        </li>
      ))}
    </ul>
  );
}

function Actions({ actions }: { readonly actions: OwnSession['actions'] }) {
  const { t } = useTranslation();
  const day = useDayText();
  if (actions.length === 0) return null;
  return (
    <>
      <h3 className={look({ margin: 0 })}>{t('coaching.actions')}</h3>
      <ul className={stack({ gap: 2, margin: 0, paddingLeft: 4 })}>
        {actions.map((action) => (
          <li key={action.text}>
            {action.text}
            <span className={look({ flow: 'block', tone: 'quiet', size: 'small' })}>
              {[
                ...(action.due_on === null
                  ? []
                  : [t('coaching.dueOnDay', { day: day(action.due_on) })]),
                ...(action.is_done ? [t('coaching.actionDone')] : []),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Comment and signature, as long as the session is not signed. */
function AnswerForm({ session }: { readonly session: OwnSession }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isHeld = session.state === 'held';
  const answers = useOwnChanges('coaching.answer');
  const unsent = answers.unsentOf(session.id).at(-1);
  const answer = useMutation({
    // A comment and a signature are of the version that the driver saw.
    mutationFn: (body: { comment: string; signed_by: string | null }) =>
      answers.make({
        id: session.id,
        values: { ...body, version: session.version },
        key: crypto.randomUUID(),
      }),
    onSuccess: (outcome, { signed_by: signedBy }) => {
      if (outcome === 'waiting') return void toast.success(t('unsent.saved'));
      toast.success(t(signedBy === null ? 'sign.commented' : 'coaching.own.signed'));
      void client.invalidateQueries({ queryKey: [OWN_KEY] });
    },
    onError: (error) => toast.error(error.message),
  });
  if (unsent?.state === 'waiting') return <UnsentAnswer change={unsent} />;
  return (
    <>
      <SignForm
        comment={session.comment}
        maySign={isHeld}
        hint={t('coaching.own.nameHint')}
        isPending={answer.isPending}
        onSave={(comment, signedBy) => answer.mutate({ comment, signed_by: signedBy })}
      />
      {!isHeld && (
        <p className={look({ margin: 0, tone: 'quiet' })}>{t('coaching.own.signLater')}</p>
      )}
    </>
  );
}

/** One session as the driver sees it. */
export function OwnSessionCard({ session }: { readonly session: OwnSession }) {
  const { t } = useTranslation();
  const day = useDayText();
  const id = useId();
  const isOpen = session.state === 'planned' || session.state === 'held';
  return (
    <section
      className={stack({
        gap: 4,
        padding: 4,
        ground: 'surface',
        border: 'line',
        radius: 'large',
      })}
      aria-labelledby={id}
    >
      <div className={row({ gap: 2, align: 'center', justify: 'between', wrap: true })}>
        <h2 id={id} className={look({ margin: 0 })}>
          {t('coaching.own.sessionOf', { day: day(session.planned_on) })}
        </h2>
        <SessionState state={session.state} />
      </div>
      <dl className="details-facts">
        <Fact label={t('coaching.coach')}>{session.coach ?? '–'}</Fact>
        {session.follow_up_on !== null && (
          <Fact label={t('coaching.followUp')}>{day(session.follow_up_on)}</Fact>
        )}
      </dl>
      <Events events={session.events} />
      {session.note !== '' && <p className={look({ margin: 0, breaks: true })}>{session.note}</p>}
      <Actions actions={session.actions} />
      {isOpen ? (
        <AnswerForm session={session} />
      ) : (
        <>
          {session.comment !== '' && (
            <p className={look({ margin: 0, breaks: true })}>{session.comment}</p>
          )}
          {session.signed_by !== null && (
            <p className={look({ margin: 0, tone: 'good' })}>
              {t('coaching.own.signedBy', { name: session.signed_by })}
            </p>
          )}
        </>
      )}
    </section>
  );
}
