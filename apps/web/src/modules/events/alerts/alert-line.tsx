import { formatDateTime } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Display } from '../../../shell/display.ts';
import type { Alert } from './use-alerts.ts';

/** How grave an alert is: a word beside a mark of its colour. */
export function Severity({ severity }: { readonly severity: Alert['severity'] }) {
  const { t } = useTranslation();
  return (
    <span className={`severity is-${severity}`}>
      <span aria-hidden="true" className="severity-mark" />
      {t(`alerts.severity.${severity}`)}
    </span>
  );
}

/** The day of an alert in UTC, as the events screen takes it. */
const dayOf = ({ timestamp }: Alert) => timestamp.slice(0, 10);

/** One alert in the bell's panel; it leads to the events of its vehicle and day. */
export function AlertLine({
  alert,
  display,
  onOpen,
}: {
  readonly alert: Alert;
  readonly display: Display;
  readonly onOpen: () => void;
}) {
  return (
    <Link
      className={alert.read_at === null ? 'alert-line unread' : 'alert-line'}
      to="/events/activity"
      search={{ vehicleId: alert.vehicle.id, startDate: dayOf(alert) }}
      onClick={onOpen}
    >
      <span className="alert-head">
        <strong>{alert.event.name}</strong>
        <Severity severity={alert.severity} />
      </span>
      <span className="alert-facts">
        {[alert.vehicle.registration, alert.geofence?.name].filter(Boolean).join(' · ')}
        <time dateTime={alert.timestamp}>
          {formatDateTime(Date.parse(alert.timestamp), display.dates)}
        </time>
      </span>
    </Link>
  );
}
