import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { useDisplay } from '../../ui/display.ts';
import { Popover } from '../../ui/popover/popover.tsx';
import { AlertLine } from './alert-line.tsx';
import { WarningLine } from './alerts-warning.tsx';
import { useAlerts, useMarkAllRead } from './use-alerts.ts';
import './alerts.css';

const SHOWN = 8;
/** Counts above this are shown as "many". */
const MOST = 99;

/** The bell in the header: warnings of the installation, unread alerts and the newest alerts. */
export function AlertBell() {
  const { t } = useTranslation();
  const display = useDisplay();
  const { current } = useSession();
  const mayOpenAll = may(current, { kind: 'module', anyOf: ['Events'] });
  const { data } = useAlerts({ page: 1, pageSize: SHOWN, unread: false });
  const unread = data?.unread ?? 0;
  const warnings = data?.warnings ?? [];
  const total = unread + warnings.length;
  const label = [
    unread === 0 ? t('alerts.bell') : t('alerts.bellUnread', { count: unread }),
    ...(warnings.length === 0 ? [] : [t('alerts.bellWarnings', { count: warnings.length })]),
  ].join(', ');
  const markAll = useMarkAllRead();
  return (
    <Popover
      label={t('alerts.title')}
      buttonLabel={label}
      className="icon-button bell"
      button={
        <>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none">
            <path
              d="M6 16V11a6 6 0 1 1 12 0v5l2 2H4zM10 20a2 2 0 0 0 4 0"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinejoin="round"
            />
          </svg>
          {total > 0 && (
            <span className="bell-count" aria-hidden="true">
              {total > MOST ? `${MOST}+` : total}
            </span>
          )}
        </>
      }
    >
      {(close) => (
        <div className="bell-panel">
          <header>
            <strong>{t('alerts.title')}</strong>
            {unread > 0 && (
              <button type="button" className="link-button" onClick={() => void markAll()}>
                {t('alerts.readAll')}
              </button>
            )}
          </header>
          {warnings.map((warning) => (
            <WarningLine key={warning.code} warning={warning} display={display} />
          ))}
          {data?.count === 0 && warnings.length === 0 && (
            <p className="bell-empty">{t('alerts.none')}</p>
          )}
          {data?.results.map((alert) => (
            <AlertLine key={alert.id} alert={alert} display={display} onOpen={close} />
          ))}
          {mayOpenAll && (
            <Link className="bell-all" to="/events/alerts" onClick={close}>
              {t('alerts.all')}
            </Link>
          )}
        </div>
      )}
    </Popover>
  );
}
