import { formatDateTime, MAX_DRIVER_MESSAGE_LETTERS } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { LeaveGuard } from '../../ui/leave-guard/leave-guard.tsx';
import { look, stack } from '../../ui/look/look.ts';
import { AreaField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import type { Reply } from './driver-messages.ts';

/** The answers of a thread, oldest first. */
export function Replies({
  replies,
  label,
}: {
  readonly replies: readonly Reply[];
  readonly label: string;
}) {
  const { dates } = useDisplay();
  if (replies.length === 0) return null;
  return (
    <ul
      aria-label={label}
      className={stack({ columns: 'one', gap: 2, margin: 0, padding: 0, list: true })}
    >
      {replies.map((one) => (
        <li key={one.id}>
          <span className={look({ tone: 'quiet', size: 'small' })}>
            {`${one.author}, ${formatDateTime(Date.parse(one.created_at), dates)}`}
          </span>
          <p className={look({ margin: 0, breaks: true })}>{one.text}</p>
        </li>
      ))}
    </ul>
  );
}

/**
 * The field and the button of an answer. The text stays until it is stored; sent again after a failure, it has
 * the same key, so that it is stored once. Asks before a text that is not sent is lost.
 *
 * @param onSend returns that the answer waits on the phone, or anything else once it has arrived
 */
export function ReplyForm({
  label,
  onSend,
}: {
  readonly label: string;
  readonly onSend: (text: string, key: string) => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState({ text: '' });
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isBusy, setIsBusy] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const send = async () => {
    const text = draft.text.trim();
    setIsMissing(text === '');
    if (text === '') return;
    setIsBusy(true);
    try {
      const outcome = await onSend(text, key);
      setDraft({ text: '' });
      setKey(crypto.randomUUID());
      toast.success(t(outcome === 'waiting' ? 'unsent.saved' : 'driverMessages.answered'));
    } catch (error) {
      toast.error((error as Error).message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      className={stack({ columns: 'one', gap: 2 })}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <LeaveGuard
        isHeld={() => draft.text.trim() !== ''}
        isOpenAt={(current, next) =>
          next.pathname === current.pathname && next.search.open === current.search.open
        }
      />
      <AreaField
        form={{
          draft,
          faults: isMissing ? { text: [t('driverMessages.textNeeded')] } : {},
          change: (changes) => setDraft({ ...draft, ...changes }),
        }}
        name="text"
        label={label}
        maxLength={MAX_DRIVER_MESSAGE_LETTERS}
      />
      <Button type="submit" disabled={isBusy}>
        {t('driverMessages.sendAnswer')}
      </Button>
    </form>
  );
}
