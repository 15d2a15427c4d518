import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { Pager } from '../../ui/data-table/pager.tsx';
import { usePage } from '../../ui/data-table/use-page.ts';
import { useDisplay } from '../../ui/display.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { AlertFilter, type Filter } from './alert-filter.tsx';
import { AlertGroups } from './alert-groups.tsx';
import styles from './alerts-centre.module.css';
import { WarningLine } from './alerts-warning.tsx';
import { useAlerts, useMarkAllRead } from './use-alerts.ts';
import '../../ui/administration.css';

/** Screen /notifications: everything that the person was notified of in the app, by day. */
export function NotificationCentreScreen() {
  const { t } = useTranslation();
  const display = useDisplay();
  const { current } = useSession();
  const { page, pageSize, pager, toFirstPage } = usePage();
  const [filter, setFilter] = useState<Filter>({ unread: false, kind: '' });
  const query = useAlerts({ page, pageSize, mine: true, ...filter });
  const { data } = query;
  const markAll = useMarkAllRead();
  const warnings = page === 1 ? (data?.warnings ?? []) : [];
  return (
    <div className="page narrow">
      <PageTitle title={t('notify.centre')} />
      <div className={styles.bar}>
        <AlertFilter
          filter={filter}
          onChange={(next) => {
            setFilter(next);
            toFirstPage();
          }}
        />
        <Button disabled={(data?.unread ?? 0) === 0} onClick={() => void markAll()}>
          {t('alerts.readAll')}
        </Button>
      </div>
      <section className={styles.list} aria-label={t('notify.centre')} aria-busy={query.isPending}>
        {query.isPending && (
          <p role="status" className={styles.note}>
            {t('notify.loadingList')}
          </p>
        )}
        {query.isError && data === undefined && (
          <div role="alert" className={styles.note}>
            <p>{query.error.message}</p>
            <Button onClick={() => void query.refetch()}>{t('action.retry')}</Button>
          </div>
        )}
        {warnings.map((warning) => (
          <WarningLine key={warning.code} warning={warning} display={display} />
        ))}
        {data?.results.length === 0 && (
          <p className={styles.note}>
            {filter.unread ? t('notify.noneUnread') : t('notify.none')}
            {!filter.unread && <span>{t('notify.noneHint')}</span>}
          </p>
        )}
        <AlertGroups alerts={data?.results ?? []} display={display} />
      </section>
      <Pager {...pager} count={data?.count ?? 0} isLimit={data?.count_is_limit === true} />
      <p className={styles.links}>
        <Link to="/administration/user-preferences/notifications">{t('notify.settings')}</Link>
        {may(current, { kind: 'module', anyOf: ['Events'] }) && (
          <Link to="/events/alerts">{t('alerts.all')}</Link>
        )}
      </p>
    </div>
  );
}
