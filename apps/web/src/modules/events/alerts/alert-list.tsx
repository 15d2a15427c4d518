import { formatDateTime } from '@roadworthy/domain';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { type Display, useDisplay } from '../../../shell/display.ts';
import { toast } from '../../../shell/toast.ts';
import { DataTable } from '../../../widgets/data-table/data-table.tsx';
import type { Column } from '../../../widgets/data-table/order.ts';
import { Pager } from '../../../widgets/data-table/pager.tsx';
import { usePage } from '../../../widgets/data-table/use-page.ts';
import { Severity, useAlertLink, useAlertName } from './alert-line.tsx';
import { ALERTS, type Alert, useAlerts } from './use-alerts.ts';

type Translate = ReturnType<typeof useTranslation>['t'];

function Deliveries({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  if (alert.deliveries.length === 0) return <>{t('alerts.inApp')}</>;
  return (
    <ul className="deliveries">
      {alert.deliveries.map(({ channel, target, state, detail, attempts }) => (
        <li key={`${channel} ${target}`} title={detail ?? undefined}>
          {target}: {t(`alerts.delivery.${state}`)}
          {state !== 'sent' && attempts > 0 && ` (${t('alerts.attempts', { count: attempts })})`}
        </li>
      ))}
    </ul>
  );
}

function columnsOf(
  t: Translate,
  display: Display,
  nameOf: (alert: Alert) => string,
): Column<Alert>[] {
  return [
    {
      key: 'time',
      label: t('alerts.time'),
      cell: ({ timestamp }) => formatDateTime(Date.parse(timestamp), display.dates),
    },
    {
      key: 'event',
      label: t('alerts.event'),
      cell: (alert) => (
        <>
          {alert.read_at === null ? <strong>{nameOf(alert)}</strong> : nameOf(alert)}
          {alert.defect !== null && <span className="alert-finding">{alert.defect.finding}</span>}
        </>
      ),
    },
    { key: 'vehicle', label: t('alerts.vehicle'), cell: ({ vehicle }) => vehicle.registration },
    { key: 'place', label: t('alerts.geofence'), cell: ({ geofence }) => geofence?.name ?? '–' },
    {
      key: 'severity',
      label: t('alerts.severity'),
      cell: ({ severity }) => <Severity severity={severity} />,
    },
    { key: 'rule', label: t('alerts.rule'), cell: ({ rule }) => rule?.name ?? '–' },
    {
      key: 'deliveries',
      label: t('alerts.told'),
      cell: (alert) => <Deliveries alert={alert} />,
    },
  ];
}

/** The log of alerts: what happened, which rule told of it, and what became of each delivery. */
export function AlertList() {
  const { t } = useTranslation();
  const display = useDisplay();
  const queries = useQueryClient();
  const { page, pageSize, pager, toFirstPage } = usePage();
  const [isUnread, setIsUnread] = useState(false);
  const nameOf = useAlertName();
  const linkOf = useAlertLink();
  const query = useAlerts({ page, pageSize, unread: isUnread });
  const markAll = async () => {
    try {
      await api.alerts.markRead({ body: { ids: [] } });
      await queries.invalidateQueries({ queryKey: [ALERTS] });
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  return (
    <>
      <div className="alerts-bar">
        <label className="alerts-check">
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
        <button
          type="button"
          className="button"
          disabled={(query.data?.unread ?? 0) === 0}
          onClick={() => void markAll()}
        >
          {t('alerts.readAll')}
        </button>
      </div>
      <DataTable
        label={t('alerts.tab.alerts')}
        columns={columnsOf(t, display, nameOf)}
        rows={query.data?.results ?? []}
        keyOf={({ id }) => id}
        state={query}
        empty={{ title: t('alerts.none'), text: t('alerts.noneHint') }}
        actions={(alert) => (
          <Link className="button" {...linkOf(alert)}>
            {t(alert.defect === null ? 'alerts.show' : 'alerts.showDefect')}
          </Link>
        )}
      />
      <Pager
        {...pager}
        count={query.data?.count ?? 0}
        isLimit={query.data?.count_is_limit === true}
      />
    </>
  );
}
