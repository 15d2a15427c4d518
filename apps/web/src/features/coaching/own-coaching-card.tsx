import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GraduationCap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { look } from '../../ui/look/look.ts';
import { OwnCard } from '../../ui/own-card/own-card.tsx';
import { OWN_KEY } from './coaching.ts';

const FRESH_MS = 60_000;

/** The coaching of a driver on the home: what waits, and the way to it. Nothing without sessions. */
export default function OwnCoachingCard() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [OWN_KEY],
    staleTime: FRESH_MS,
    queryFn: ({ signal }) => api.coaching.own({ signal, quiet: true }),
  });
  const sessions = data?.sessions ?? [];
  if (sessions.length === 0) return null;
  const toSign = sessions.filter(({ state }) => state === 'held').length;
  const planned = sessions.filter(({ state }) => state === 'planned').length;
  return (
    <OwnCard id="own-coaching" title={t('coaching.own.title')} icon={GraduationCap}>
      <p className={look({ margin: 0 })}>
        {toSign > 0
          ? t('coaching.own.toSign', { count: toSign })
          : planned > 0
            ? t('coaching.own.planned', { count: planned })
            : t('coaching.own.nothingOpen')}
      </p>
      <Link className="button" to={'/coaching/own' as string}>
        {t('coaching.own.open')}
      </Link>
    </OwnCard>
  );
}
