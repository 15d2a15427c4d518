import { formatDateTime } from '@roadworthy/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay } from '../../ui/display.ts';
import { DriverLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { look, row, stack } from '../../ui/look/look.ts';
import { PLANNING_WRITE } from '../driver-planning/driver-planning.ts';
import { driverText, MESSAGES_KEY, type Message, type Receipt } from './driver-messages.ts';
import { Replies, ReplyForm } from './thread.tsx';

/** What a driver has done with a message, as a word and a time. */
function ReceiptState({
  receipt: { confirmed_at, read_at },
  asksConfirmation,
}: {
  readonly receipt: Receipt;
  readonly asksConfirmation: boolean;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const at = confirmed_at ?? read_at;
  const [tone, key] =
    confirmed_at !== null
      ? (['good', 'confirmed'] as const)
      : read_at === null
        ? (['warn', 'unread'] as const)
        : asksConfirmation
          ? (['warn', 'unconfirmed'] as const)
          : (['good', 'read'] as const);
  return (
    <span className={row({ gap: 2, align: 'center', wrap: true })}>
      <Badge tone={tone}>{t(`driverMessages.receipt.${key}`)}</Badge>
      {at !== null && (
        <span className={look({ tone: 'quiet' })}>{formatDateTime(Date.parse(at), dates)}</span>
      )}
    </span>
  );
}

function Thread({ one, receipt }: { readonly one: Message; readonly receipt: Receipt }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { current } = useSession();
  const name = driverText(receipt.driver);
  const send = async (text: string, key: string) => {
    await api.driverMessages.reply({
      params: { id: one.id },
      body: { driver: receipt.driver.id, text, key },
    });
    await client.invalidateQueries({ queryKey: [MESSAGES_KEY] });
  };
  const replies = (
    <Replies replies={receipt.replies} label={t('driverMessages.repliesOf', { name })} />
  );
  return (
    <li
      data-part="message-receipt"
      className={stack({ columns: 'one', gap: 2, paddingY: 2, borderBottom: true })}
    >
      <span className={row({ gap: 2, justify: 'between', wrap: true })}>
        <DriverLink driver={receipt.driver} />
        <ReceiptState receipt={receipt} asksConfirmation={one.asks_confirmation} />
      </span>
      {replies}
      {receipt.replies.length > 0 && may(current, PLANNING_WRITE) && (
        <ReplyForm label={t('driverMessages.answerTo', { name })} onSend={send} />
      )}
    </li>
  );
}

/** A message with the receipt and the answers of each driver. */
export function MessageDetails({ one }: { readonly one: Message }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const time = (at: string) => formatDateTime(Date.parse(at), dates);
  return (
    <div className={stack({ columns: 'one', gap: 4 })}>
      <p className={look({ margin: 0, breaks: true })}>{one.text}</p>
      <FactList
        className="details-facts"
        facts={[
          [t('driverMessages.author'), one.author],
          [t('driverMessages.sentAt'), time(one.created_at)],
          [
            t('driverMessages.asksConfirmation'),
            t(one.asks_confirmation ? 'driverMessages.yes' : 'driverMessages.no'),
          ],
          ...(one.reminded_at === null
            ? []
            : [[t('driverMessages.remindedAt'), time(one.reminded_at)] as const]),
        ]}
      />
      <ul
        aria-label={t('driverMessages.receipts')}
        className={stack({ columns: 'one', margin: 0, padding: 0, list: true })}
      >
        {one.receipts.map((receipt) => (
          <Thread key={receipt.driver.id} one={one} receipt={receipt} />
        ))}
      </ul>
    </div>
  );
}
