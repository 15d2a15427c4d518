import { formatDateTime } from '@roadworthy/domain';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { FixedPager } from '../../ui/data-table/pager.tsx';
import { useDisplay } from '../../ui/display.ts';
import { look, row, stack } from '../../ui/look/look.ts';
import { CARD } from '../../ui/look/looks.ts';
import { UnsentState } from '../../ui/outbox/unsent-state.tsx';
import { useOwnChanges } from '../../ui/outbox/use-own-changes.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { toast } from '../../ui/toast.ts';
import { useAddress } from '../../ui/use-address.ts';
import {
  OWN_MESSAGES_KEY,
  OWN_MESSAGES_PAGE_SIZE,
  type OwnMessage,
  ownMessagesQuery,
  shortText,
} from './driver-messages.ts';
import { Replies, ReplyForm } from './thread.tsx';

/** What the driver still has to do with a message. */
function State({ one }: { readonly one: OwnMessage }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const unsent = useOwnChanges('driverMessages.receive').unsentOf(one.id).at(-1);
  if (unsent !== undefined) {
    const done = unsent.draft.values.confirms === true ? 'confirmed' : 'read';
    return (
      <span>
        {t(`driverMessages.receipt.${done}`)}
        <UnsentState change={unsent} />
      </span>
    );
  }
  if (one.read_at === null) return <Badge tone="warn">{t('driverMessages.receipt.unread')}</Badge>;
  if (!one.asks_confirmation) return null;
  if (one.confirmed_at === null) {
    return <Badge tone="warn">{t('driverMessages.own.toConfirm')}</Badge>;
  }
  return (
    <span className={look({ tone: 'good' })}>
      {t('driverMessages.own.confirmedAt', {
        at: formatDateTime(Date.parse(one.confirmed_at), dates),
      })}
    </span>
  );
}

/** The driver's answers that are stored on the phone and not sent yet. */
function UnsentReplies({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const unsent = useOwnChanges('driverMessages.answer').unsentOf(id);
  if (unsent.length === 0) return null;
  return (
    <ul
      aria-label={t('driverMessages.own.unsentAnswers')}
      className={stack({ columns: 'one', gap: 2, margin: 0, padding: 0, list: true })}
    >
      {unsent.map((change) => (
        <li key={change.reportKey}>
          <UnsentState change={change} />
          <p className={look({ margin: 0, breaks: true })}>{String(change.draft.values.text)}</p>
        </li>
      ))}
    </ul>
  );
}

/** An opened message: its whole text, the confirmation, and the answers. */
function Opened({ one, onDone }: { readonly one: OwnMessage; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const receipts = useOwnChanges('driverMessages.receive');
  const answers = useOwnChanges('driverMessages.answer');
  const { id, read_at: readAt } = one;
  const isUnread = readAt === null;
  const waits = receipts
    .unsentOf(id)
    .some(({ draft, state }) => state === 'waiting' && draft.values.confirms === true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message that is opened
  useEffect(() => {
    if (!isUnread) return;
    // The message stays unread if the server refuses it; opening it again sends it. One receipt waits at most.
    receipts.make({ id, values: {}, key: receipts.keyOf(id) }).then(
      (outcome) => {
        if (outcome === 'sent') onDone();
      },
      () => undefined,
    );
  }, [id, isUnread]);
  const confirm = async () => {
    setIsBusy(true);
    try {
      const key = crypto.randomUUID();
      const outcome = await receipts.make({ id, values: { confirms: true }, key });
      toast.success(t(outcome === 'sent' ? 'driverMessages.own.thanks' : 'unsent.saved'));
      if (outcome === 'sent') onDone();
    } catch (error) {
      toast.error((error as Error).message);
    } finally {
      setIsBusy(false);
    }
  };
  const send = async (text: string, key: string) => {
    const outcome = await answers.make({ id, values: { text, key }, key });
    if (outcome === 'sent') onDone();
    return outcome;
  };
  return (
    <>
      <p className={look({ margin: 0, breaks: true })}>{one.text}</p>
      {one.asks_confirmation && one.confirmed_at === null && !waits && (
        <Button kind="primary" disabled={isBusy} onClick={() => void confirm()}>
          {t('driverMessages.own.confirm')}
        </Button>
      )}
      <Replies replies={one.replies} label={t('driverMessages.answers')} />
      <UnsentReplies id={id} />
      <ReplyForm label={t('driverMessages.own.answer')} onSend={send} />
    </>
  );
}

function MessageCard({
  one,
  isOpen,
  onOpen,
  onDone,
}: {
  readonly one: OwnMessage;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (
    <li data-part="own-message" className={stack({ ...CARD, columns: 'one' })}>
      <span className={row({ gap: 2, align: 'center', justify: 'between', wrap: true })}>
        <strong>{one.author}</strong>
        <State one={one} />
      </span>
      <span className={look({ tone: 'quiet', size: 'small' })}>
        {formatDateTime(Date.parse(one.created_at), dates)}
      </span>
      {isOpen ? (
        <Opened one={one} onDone={onDone} />
      ) : (
        <>
          <span className={look({ breaks: true })}>{shortText(one.text)}</span>
          <Button aria-expanded={false} onClick={onOpen}>
            {t('driverMessages.own.open')}
          </Button>
        </>
      )}
    </li>
  );
}

/** Screen /driver-messages/own: the messages to the driver who is signed in, made for the phone. */
export function OwnMessagesScreen() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [address, setAddress] = useAddress();
  const page = Math.max(1, Math.floor(Number(address.page)) || 1);
  const read = useQuery({
    ...ownMessagesQuery(page),
    placeholderData: keepPreviousData,
  });
  const { data } = read;
  const refresh = () => void client.invalidateQueries({ queryKey: [OWN_MESSAGES_KEY] });
  return (
    <div className={stack({ columns: 'one', gap: 4, padding: 4 })}>
      <PageTitle title={t('driverMessages.own.title')} />
      <SettingsState read={read} />
      {data?.driver === null && <p>{t('driverMessages.own.noDriver')}</p>}
      {data !== undefined && data.driver !== null && data.count === 0 && (
        <div>
          <strong>{t('driverMessages.own.empty')}</strong>
          <p className={look({ tone: 'quiet' })}>{t('driverMessages.own.emptyText')}</p>
        </div>
      )}
      <ul className={stack({ columns: 'one', gap: 3, margin: 0, padding: 0, list: true })}>
        {data?.results.map((one) => (
          <MessageCard
            key={one.id}
            one={one}
            isOpen={address.open === String(one.id)}
            onOpen={() => setAddress({ open: String(one.id) })}
            onDone={refresh}
          />
        ))}
      </ul>
      {data !== undefined && data.count > OWN_MESSAGES_PAGE_SIZE && (
        <FixedPager
          page={page}
          pageSize={OWN_MESSAGES_PAGE_SIZE}
          count={data.count}
          onPage={(next) => setAddress({ page: String(next), open: undefined })}
        />
      )}
    </div>
  );
}
