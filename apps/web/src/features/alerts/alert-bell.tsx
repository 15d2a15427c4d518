import { Link } from '@tanstack/react-router';
import { Bell, Settings } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { Popover } from '../../ui/popover/popover.tsx';
import { AlertFilter, type Filter } from './alert-filter.tsx';
import { AlertGroups } from './alert-groups.tsx';
import styles from './alerts.module.css';
import { WarningLine } from './alerts-warning.tsx';
import { useAlertSignals, useAlerts, useMarkAllRead, type Warning } from './use-alerts.ts';

const SHOWN = 20;
/** Higher counts are not shown exactly. */
const MOST = 999;

const countOf = (count: number) => (count > MOST ? `${MOST}+` : String(count));

/** The newest notifications in the bell's panel. */
function BellPanel({
  warnings,
  unread,
  onOpen,
}: {
  readonly warnings: readonly Warning[];
  readonly unread: number;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation();
  const display = useDisplay();
  const { current } = useSession();
  const [filter, setFilter] = useState<Filter>({ unread: false, kind: '' });
  const { data, isError, error, refetch } = useAlerts({
    ...{ page: 1, pageSize: SHOWN, mine: true },
    ...filter,
  });
  const markAll = useMarkAllRead();
  return (
    <div data-part="bell-panel" className={cx(stack(), styles.bellPanel)}>
      <header>
        <strong className={look({ grow: true })}>{t('notify.centre')}</strong>
        {unread > 0 && (
          <Button kind="link" onClick={() => void markAll()}>
            {t('alerts.readAll')}
          </Button>
        )}
        <Link
          className="icon-button"
          to="/administration/user-preferences/notifications"
          aria-label={t('notify.settings')}
          title={t('notify.settings')}
          onClick={onOpen}
        >
          <Settings size={18} aria-hidden="true" />
        </Link>
      </header>
      <div className={cx(look({ paddingY: 2, paddingX: 4 }), styles.bellFilter)}>
        <AlertFilter filter={filter} onChange={setFilter} />
      </div>
      <div className={cx(look({ overflowY: 'auto' }), styles.bellList)}>
        {warnings.map((warning) => (
          <WarningLine key={warning.code} warning={warning} display={display} />
        ))}
        {isError && data === undefined && (
          <p
            className={look({ margin: 0, paddingY: 6, paddingX: 4, tone: 'quiet', text: 'center' })}
            role="alert"
          >
            {error.message}{' '}
            <Button kind="link" onClick={() => void refetch()}>
              {t('action.retry')}
            </Button>
          </p>
        )}
        {data?.results.length === 0 && (filter.unread || warnings.length === 0) && (
          <p
            className={look({ margin: 0, paddingY: 6, paddingX: 4, tone: 'quiet', text: 'center' })}
          >
            {t(filter.unread ? 'notify.noneUnread' : 'notify.none')}
          </p>
        )}
        <AlertGroups alerts={data?.results ?? []} display={display} onOpen={onOpen} />
      </div>
      <footer className={cx(row({ wrap: true, justify: 'between' }), styles.bellFoot)}>
        <Link
          className={look({ paddingY: 3, paddingX: 4, tone: 'accent', text: 'center' })}
          to="/notifications"
          onClick={onOpen}
        >
          {t('notify.all')}
        </Link>
        {may(current, { kind: 'module', anyOf: ['Events'] }) && (
          <Link
            className={look({ paddingY: 3, paddingX: 4, tone: 'accent', text: 'center' })}
            to="/events/alerts"
            onClick={onOpen}
          >
            {t('alerts.all')}
          </Link>
        )}
      </footer>
    </div>
  );
}

/** The bell in the header: the number of unread notifications; its panel shows the newest. */
export function AlertBell() {
  const { t } = useTranslation();
  useAlertSignals();
  const { data } = useAlerts({ page: 1, pageSize: 1, unread: false, mine: true });
  const unread = data?.unread ?? 0;
  const warnings = data?.warnings ?? [];
  const total = unread + warnings.length;
  const counts = { unread: countOf(unread), warnings: warnings.length, total: countOf(total) };
  const label = () => {
    if (total === 0) return t('alerts.bell');
    // The number on the button is part of its name (WCAG 2.5.3).
    return t(warnings.length === 0 ? 'alerts.bellUnread' : 'alerts.bellWarnings', counts);
  };
  return (
    <Popover
      label={t('notify.centre')}
      buttonLabel={label()}
      className={cx('icon-button', styles.bell)}
      button={
        <>
          <Bell size={20} aria-hidden="true" />
          {total > 0 && (
            <span
              className={cx(
                look({ tone: 'onAccent', weight: 'bold', text: 'center', ground: 'strong' }),
                styles.bellCount,
              )}
              aria-hidden="true"
            >
              {countOf(total)}
            </span>
          )}
        </>
      }
    >
      {(close) => <BellPanel warnings={warnings} unread={unread} onOpen={close} />}
    </Popover>
  );
}
