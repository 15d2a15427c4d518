import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { look } from '../../ui/look/look.ts';
import { OwnCard } from '../../ui/own-card/own-card.tsx';
import { OWN_MESSAGES_KEY } from './driver-messages.ts';

const REFRESH_MS = 60_000;

/** The messages that a driver has not read or confirmed, on the home. */
export default function OwnMessagesCard() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [OWN_MESSAGES_KEY, 'card'],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) =>
      api.driverMessages.own({ query: { pageSize: 1 }, signal, quiet: true }),
  });
  if (data === undefined || data.driver === null) return null;
  const { unconfirmed, unread } = data;
  return (
    <OwnCard id="own-messages" title={t('driverMessages.own.title')} icon={Mail}>
      {unread + unconfirmed === 0 && (
        <p className={look({ margin: 0 })}>{t('driverMessages.own.allRead')}</p>
      )}
      {unread > 0 && (
        <p className={look({ margin: 0, tone: 'warn' })}>
          {t('driverMessages.own.unread', { count: unread })}
        </p>
      )}
      {unconfirmed > 0 && (
        <p className={look({ margin: 0, tone: 'warn' })}>
          {t('driverMessages.own.unconfirmed', { count: unconfirmed })}
        </p>
      )}
      <Link className="button" to={'/driver-messages/own' as string}>
        {t('driverMessages.own.openAll')}
      </Link>
    </OwnCard>
  );
}
