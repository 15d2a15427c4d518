import { formatDateTime } from '@roadworthy/domain';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { FixedPager } from '../../ui/data-table/pager.tsx';
import { useDisplay } from '../../ui/display.ts';
import { look, row, stack } from '../../ui/look/look.ts';
import { CARD } from '../../ui/look/looks.ts';
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

/** An opened message: its whole text, the confirmation, and the answers. */
function Opened({ one, onDone }: { readonly one: OwnMessage; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const { id, read_at: readAt } = one;
  const isUnread = readAt === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message that is opened
  useEffect(() => {
    if (!isUnread) return;
    // The message stays unread if the receipt does not arrive; opening it again sends it.
    api.driverMessages
      .receive({ params: { id }, body: {}, quiet: true })
      .then(onDone, () => undefined);
  }, [id, isUnread]);
  const confirm = async () => {
    setIsBusy(true);
    try {
      await api.driverMessages.receive({ params: { id }, body: { confirms: true } });
      toast.success(t('driverMessages.own.thanks'));
      onDone();
    } catch (error) {
      toast.error((error as Error).message);
    } finally {
      setIsBusy(false);
    }
  };
  const send = async (text: string, key: string) => {
    await api.driverMessages.answer({ params: { id }, body: { text, key } });
    onDone();
  };
  return (
    <>
      <p className={look({ margin: 0, breaks: true })}>{one.text}</p>
      {one.asks_confirmation && one.confirmed_at === null && (
        <Button kind="primary" disabled={isBusy} onClick={() => void confirm()}>
          {t('driverMessages.own.confirm')}
        </Button>
      )}
      <Replies replies={one.replies} label={t('driverMessages.answers')} />
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
