import { formatDateTime } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { Pager } from '../../ui/data-table/pager.tsx';
import { usePage } from '../../ui/data-table/use-page.ts';
import { type Display, useDisplay } from '../../ui/display.ts';
import { cx, look, row } from '../../ui/look/look.ts';
import { aboutOf, useAlertLink, useAlertName } from './alert-line.tsx';
import styles from './alerts.module.css';
import { Severity } from './alerts-severity.tsx';
import { WarningText } from './alerts-warning.tsx';
import { type Alert, useAlerts, useMarkAllRead, type Warning } from './use-alerts.ts';

type Translate = ReturnType<typeof useTranslation>['t'];

function Deliveries({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  if (alert.deliveries.length === 0) return <>{t('alerts.inApp')}</>;
  return (
    <ul className={look({ margin: 0, padding: 0, list: true })}>
      {alert.deliveries.map(({ channel, target, state, detail, attempts }) => (
        <li key={`${channel} ${target}`} title={detail ?? undefined}>
          {target}: {t(`alerts.delivery.${state}`)}
          {state !== 'sent' && attempts > 0 && ` (${t('alerts.attempts', { count: attempts })})`}
        </li>
      ))}
    </ul>
  );
}

/** A warning of the installation has the same cells as an alert, without vehicle and rule. */
type Row = Alert | Warning;
const isWarning = (row: Row): row is Warning => 'code' in row;

function columnsOf(
  t: Translate,
  display: Display,
  nameOf: (alert: Alert) => string,
): Column<Row>[] {
  const time = (utc: string) => formatDateTime(Date.parse(utc), display.dates);
  return [
    {
      key: 'time',
      label: t('alerts.time'),
      cell: (row) =>
        isWarning(row) ? t('alerts.since', { time: time(row.since) }) : time(row.timestamp),
    },
    {
      key: 'event',
      label: t('alerts.event'),
      cell: (alert) =>
        isWarning(alert) ? (
          <WarningText warning={alert} />
        ) : (
          <>
            {alert.read_at === null ? <strong>{nameOf(alert)}</strong> : nameOf(alert)}
            {aboutOf(alert) !== undefined && (
              <span className={cx(look({ flow: 'block', tone: 'quiet' }), styles.alertFinding)}>
                {aboutOf(alert)}
              </span>
            )}
          </>
        ),
    },
    {
      key: 'vehicle',
      label: t('alerts.vehicle'),
      cell: (row) => (isWarning(row) ? t('alerts.installation') : row.vehicle.registration),
    },
    {
      key: 'place',
      label: t('alerts.geofence'),
      cell: (row) => (isWarning(row) ? '–' : (row.geofence?.name ?? '–')),
    },
    {
      key: 'severity',
      label: t('alerts.severity'),
      cell: ({ severity }) => <Severity severity={severity} />,
    },
    {
      key: 'rule',
      label: t('alerts.rule'),
      cell: (row) => (isWarning(row) ? '–' : (row.rule?.name ?? '–')),
    },
    {
      key: 'deliveries',
      label: t('alerts.told'),
      cell: (row) => (isWarning(row) ? t('alerts.inApp') : <Deliveries alert={row} />),
    },
  ];
}

/** Warnings of the installation, then the log of alerts with their rules and deliveries. */
export function AlertList() {
  const { t } = useTranslation();
  const display = useDisplay();
  const { page, pageSize, pager, toFirstPage } = usePage();
  const [isUnread, setIsUnread] = useState(false);
  const nameOf = useAlertName();
  const linkOf = useAlertLink();
  const query = useAlerts({ page, pageSize, unread: isUnread });
  // Warnings are not paged: the first page shows them above its alerts.
  const warnings = page === 1 ? (query.data?.warnings ?? []) : [];
  const markAll = useMarkAllRead();
  return (
    <>
      <div className={row({ wrap: true, gap: 4, align: 'center', justify: 'end' })}>
        <label className={row({ gap: 2, align: 'center' })}>
          <input
            type="checkbox"
            checked={isUnread}
            onChange={(event) => {
              setIsUnread(event.currentTarget.checked);
              toFirstPage();
            }}
          />
          {t('alerts.onlyUnread')}
        </label>
        <Button disabled={(query.data?.unread ?? 0) === 0} onClick={() => void markAll()}>
          {t('alerts.readAll')}
        </Button>
      </div>
      <DataTable
        label={t('alerts.tab.alerts')}
        columns={columnsOf(t, display, nameOf)}
        rows={[...warnings, ...(query.data?.results ?? [])]}
        keyOf={(row) => (isWarning(row) ? row.code : row.id)}
        state={query}
        empty={{ title: t('alerts.none'), text: t('alerts.noneHint') }}
        actions={(row) =>
          !isWarning(row) && (
            <Link className="button" {...linkOf(row)}>
              {t(
                row.recall !== null
                  ? 'alerts.showCampaign'
                  : row.fault !== null
                    ? 'alerts.showFault'
                    : row.defect === null
                      ? 'alerts.show'
                      : 'alerts.showDefect',
              )}
            </Link>
          )
        }
      />
      <Pager
        {...pager}
        count={query.data?.count ?? 0}
        isLimit={query.data?.count_is_limit === true}
      />
    </>
  );
}
