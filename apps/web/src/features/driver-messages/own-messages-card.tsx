import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { look } from '../../ui/look/look.ts';
import { OwnCard } from '../../ui/own-card/own-card.tsx';
import { ownMessagesQuery } from './driver-messages.ts';

const REFRESH_MS = 60_000;

/** The messages that a driver has not read or confirmed, on the home. */
export default function OwnMessagesCard() {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...ownMessagesQuery(1),
    refetchInterval: REFRESH_MS,
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
