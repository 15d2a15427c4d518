import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useLocale, useMoney } from '../../../ui/display.ts';
import { cx, look, row, stack } from '../../../ui/look/look.ts';
import type { HomeCard, HomeDetail } from './home-card.ts';
import { cardsOf } from './home-cards.ts';
import { HomeChart } from './home-chart.tsx';
import styles from './home-overview.module.css';

/** Figures are read again when the person returns to the tab, and at this interval. */
const REFRESH_MS = 60_000;
const WAITING = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function Detail({ detail }: { readonly detail: HomeDetail }) {
  const { t } = useTranslation();
  const money = useMoney();
  const { key, cost, count = 0, search, to } = detail;
  return (
    // Above the link that covers the card.
    <Link to={to} search={search as never} className={look({ relative: true, tone: 'quiet' })}>
      {t(`home.detail.${key}`, cost === undefined ? { count } : { cost: money(cost) })}
    </Link>
  );
}

function Card({ card }: { readonly card: HomeCard }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { key, icon, count, details = [], hasText, search, to, tone } = card;
  const isCalm = count === 0;
  const Icon = isCalm ? CircleCheck : icon;
  return (
    <div className={cx(look({ relative: true }), styles.card, isCalm ? styles.calm : styles[tone])}>
      <Link
        to={to}
        search={search as never}
        className={cx(look({ plain: true, tone: 'text' }), styles.open)}
      >
        <span className={styles.icon}>
          <Icon size={20} aria-hidden="true" />
        </span>
        <strong className={styles.count}>{count.toLocaleString(locale)}</strong>
        <span className={styles.label}>{t(`home.card.${key}`, { count })}</span>
      </Link>
      <span
        className={cx(
          row({ wrap: true, columnGap: 3, tone: 'quiet', size: 'small' }),
          styles.detail,
        )}
      >
        {isCalm && <span>{t(`home.card.${key}None`)}</span>}
        {!isCalm && hasText === true && <span>{t(`home.card.${key}Detail`)}</span>}
        {details.map((detail) => (
          <Detail key={detail.key} detail={detail} />
        ))}
      </span>
    </div>
  );
}

/** "What needs me today?": figures that lead to their lists, and the last four weeks. */
export default function HomeOverview() {
  const { t } = useTranslation();
  const overview = useQuery({
    queryKey: ['home-overview'],
    queryFn: ({ signal }) => api.home.overview({ signal, quiet: true }),
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
  });
  const { data } = overview;
  const cards = data === undefined ? [] : cardsOf(data);
  if (data !== undefined && cards.length === 0) return null;
  return (
    <section className={styles.overview} aria-labelledby="home-today">
      <h2 id="home-today" className={look({ marginBottom: 2 })}>
        {t('home.today')}
      </h2>
      {overview.isError && data === undefined && (
        <div className={stack({ items: 'start', gap: 2 })} role="alert">
          <p>{t('home.failed')}</p>
          <Button onClick={() => void overview.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      {overview.isPending && (
        <div className={styles.cards} aria-busy="true">
          {WAITING.map((key) => (
            <div key={key} className={`${styles.card} ${styles.waiting}`} />
          ))}
        </div>
      )}
      {data !== undefined && (
        <>
          <ul className={cx(look({ list: true, margin: 0, padding: 0 }), styles.cards)}>
            {cards.map((card) => (
              <li key={card.key}>
                <Card card={card} />
              </li>
            ))}
          </ul>
          {data.days.length > 0 && <HomeChart days={data.days} />}
        </>
      )}
    </section>
  );
}
