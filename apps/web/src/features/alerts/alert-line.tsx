import { formatDateTime } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { type Display, useDisplay } from '../../ui/display.ts';
import { useEventName } from '../../ui/event-name.ts';
import { cx, row } from '../../ui/look/look.ts';
import styles from './alerts.module.css';
import { Severity } from './alerts-severity.tsx';
import type { Alert } from './use-alerts.ts';

/** Where a defect opens: the first of these modules that the user can open. */
const DEFECT_PLACES = [
  { module: 'Defect', link: ({ id }: Told) => ({ to: '/defects', search: { open: id } }) },
  {
    module: 'Vehicle File',
    link: ({ vehicleId }: Told) => ({ to: '/vehicle-file/activity', search: { vehicleId } }),
  },
  { module: 'Vehicle Check', link: () => ({ to: '/vehiclecheck', search: {} }) },
] as const;
interface Told {
  readonly id: number;
  readonly vehicleId: number;
}

/** The target of an alert: the campaign, fault or defect, or the events of its vehicle and day in UTC. */
export function useAlertLink(): (alert: Alert) => { to: string; search: object } {
  const { current } = useSession();
  const place = DEFECT_PLACES.find(({ module }) =>
    may(current, { kind: 'module', anyOf: [module] }),
  );
  return ({ defect, fault, recall, vehicle, timestamp }) => {
    if (recall !== null) {
      return { to: '/work-orders/campaigns', search: { open: String(recall.id) } };
    }
    if (fault !== null) return { to: '/faults', search: { open: String(fault.id) } };
    return defect !== null && place !== undefined
      ? place.link({ id: defect.id, vehicleId: vehicle.id })
      : {
          to: '/events/activity',
          search: { vehicleId: vehicle.id, startDate: timestamp.slice(0, 10) },
        };
  };
}

/** Text of an alert. */
export function useAlertName(): (alert: Alert) => string {
  const { t } = useTranslation();
  const nameOf = useEventName();
  const { dates } = useDisplay();
  return ({ event, fault, recall }) => {
    if (recall !== null) {
      const { due_on: dueOn, number, vehicles: count } = recall;
      if (dueOn === null) return t('alerts.recallHit', { number, count });
      return t('alerts.recallDue', { number, count, due: formatDay(dueOn, dates.dateFormat) });
    }
    if (fault !== null) return t(`faults.kind.${fault.kind}`);
    return event === null ? t('alerts.defect') : nameOf(event);
  };
}

/** The title of a campaign, the finding of a defect, or the code or tyre of a fault. */
export function aboutOf({ defect, fault, recall }: Alert): string | undefined {
  if (recall !== null) return recall.title;
  return fault === null || fault.kind === 'camera' ? defect?.finding : fault.key;
}

/** An alert in the bell's panel, linked to its target. */
export function AlertLine({
  alert,
  display,
  onOpen,
}: {
  readonly alert: Alert;
  readonly display: Display;
  readonly onOpen: () => void;
}) {
  const nameOf = useAlertName();
  const linkOf = useAlertLink();
  return (
    <Link
      className={alert.read_at === null ? cx(styles.alertLine, styles.unread) : styles.alertLine}
      {...linkOf(alert)}
      onClick={onOpen}
    >
      <span className={row({ gap: 2, justify: 'between' })}>
        <strong>{nameOf(alert)}</strong>
        <Severity severity={alert.severity} />
      </span>
      <span className={row({ gap: 2, justify: 'between', tone: 'quiet' })}>
        {[alert.vehicle.registration, alert.geofence?.name, aboutOf(alert)]
          .filter(Boolean)
          .join(' · ')}
        <time dateTime={alert.timestamp}>
          {formatDateTime(Date.parse(alert.timestamp), display.dates)}
        </time>
      </span>
    </Link>
  );
}
