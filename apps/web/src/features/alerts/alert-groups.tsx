import { formatDate, toApiDate } from '@roadworthy/domain';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import type { Display } from '../../ui/display.ts';
import styles from './alert-groups.module.css';
import { AlertLine, useAlertName } from './alert-line.tsx';
import { type Alert, useMarkRead } from './use-alerts.ts';

const DAY_MS = 86_400_000;

/** Alerts of one day of the person's time zone. */
interface Day {
  readonly name: string;
  readonly alerts: readonly Alert[];
}

/** Groups alerts, which are sorted by time, by day: "Today", "Yesterday" or the date. */
export function daysOfAlerts(
  alerts: readonly Alert[],
  display: Display,
  names: { readonly today: string; readonly yesterday: string },
  nowMs: number,
): Day[] {
  const dateOf = (timeMs: number) => formatDate(timeMs, display.dates);
  // A day may have 25 hours: the day before is found by its date.
  const { timeZone } = display.dates;
  const beforeMs = Date.parse(`${toApiDate(nowMs, timeZone)}T00:00:00Z`) - DAY_MS;
  const yesterday = formatDate(beforeMs, { ...display.dates, timeZone: 'UTC' });
  const days = new Map<string, Alert[]>();
  for (const alert of alerts) {
    const date = dateOf(Date.parse(alert.timestamp));
    days.set(date, [...(days.get(date) ?? []), alert]);
  }
  const known = new Map([
    [yesterday, names.yesterday],
    [dateOf(nowMs), names.today],
  ]);
  return [...days].map(([date, of]) => ({ name: known.get(date) ?? date, alerts: of }));
}

/** Alerts by day, each linked to its target, with a button that marks it as read. */
export function AlertGroups({
  alerts,
  display,
  onOpen = () => undefined,
}: {
  readonly alerts: readonly Alert[];
  readonly display: Display;
  readonly onOpen?: () => void;
}) {
  const { t } = useTranslation();
  const nameOf = useAlertName();
  const markRead = useMarkRead();
  const names = { today: t('notify.today'), yesterday: t('notify.yesterday') };
  return daysOfAlerts(alerts, display, names, Date.now()).map(({ name, alerts: of }) => (
    <section key={name} className={styles.day}>
      <h3>{name}</h3>
      <ul>
        {of.map((alert) => (
          <li key={alert.id}>
            <AlertLine
              alert={alert}
              display={display}
              onOpen={() => {
                if (alert.read_at === null) void markRead(alert.id);
                onOpen();
              }}
            />
            {alert.read_at === null && (
              <Button
                kind="icon"
                aria-label={t('notify.markReadOf', {
                  name: `${nameOf(alert)}, ${alert.vehicle.registration}`,
                })}
                title={t('notify.markRead')}
                onClick={() => void markRead(alert.id)}
              >
                <Check size={18} aria-hidden="true" />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
}
