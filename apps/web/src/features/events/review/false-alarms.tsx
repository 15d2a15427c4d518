import type { AnswerOf, contract } from '@roadworthy/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import type { BarTarget } from '../../../ui/chart/bar-links.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useLocale } from '../../../ui/display.ts';
import { VehicleLink } from '../../../ui/entity-link/entity-link.tsx';
import { EventIcon } from '../../../ui/event-icon.tsx';
import { useEventName } from '../../../ui/event-name.ts';
import { FigureLink } from '../../../ui/figure-link/figure-link.tsx';
import { EVENTS_ACCESS, type EventsAsked, eventsTarget } from '../events-target.ts';
import styles from './review.module.css';

type Rates = AnswerOf<typeof contract.events.reviewFigures>['false_alarms'];

interface RateRow {
  readonly key: number;
  readonly name: React.ReactNode;
  /** The name, as a screen reader says it. */
  readonly title: string;
  readonly devices?: string;
  /** The events of the row, in the list. */
  readonly asked: EventsAsked;
  readonly reviewed: number;
  readonly false_alarms: number;
}

function RateTable({
  title,
  name,
  hasDevices = false,
  rows,
}: {
  readonly title: string;
  readonly name: string;
  readonly hasDevices?: boolean;
  readonly rows: readonly RateRow[];
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const percent = (share: number) =>
    share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <div className={styles.rates}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            {hasDevices && <th scope="col">{t('events.devices')}</th>}
            <th scope="col">{t('events.reviewedCount')}</th>
            <th scope="col">{t('events.falseAlarms')}</th>
            <th scope="col">{t('events.rate')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const share = row.false_alarms / row.reviewed;
            const reviewed = eventsTarget({ ...row.asked, isDone: true });
            const wrong = eventsTarget({ ...row.asked, isDone: true, reason: 'false_alarm' });
            const open = (figure: string, count: number, target: BarTarget, text: string) => (
              <FigureLink
                count={count}
                access={EVENTS_ACCESS}
                target={target}
                label={t('figure.of', { figure, what: row.title, value: text })}
              >
                {text}
              </FigureLink>
            );
            return (
              <tr key={row.key}>
                <th scope="row">{row.name}</th>
                {hasDevices && <td>{row.devices}</td>}
                <td>
                  {open(
                    t('events.reviewedCount'),
                    row.reviewed,
                    reviewed,
                    row.reviewed.toLocaleString(locale),
                  )}
                </td>
                <td>
                  {open(
                    t('events.falseAlarms'),
                    row.false_alarms,
                    wrong,
                    row.false_alarms.toLocaleString(locale),
                  )}
                </td>
                <td>
                  <span className={styles.bar} aria-hidden="true">
                    <span style={{ width: `${share * 100}%` }} />
                  </span>
                  {open(
                    t('figure.numerator', {
                      figure: t('events.rate'),
                      records: t('events.falseAlarms'),
                    }),
                    row.false_alarms,
                    wrong,
                    percent(share),
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** How many of the reviewed events were false alarms, by type of event and by vehicle. */
export function FalseAlarms({
  rates,
  days,
  onClose,
}: {
  readonly rates: Rates;
  /** The days of the figures. */
  readonly days: { readonly from: string; readonly to: string };
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const nameOf = useEventName();
  return (
    <Dialog
      title={t('events.falseAlarmsTitle')}
      isRoomy
      onClose={onClose}
      actions={(close) => (
        <Button kind="primary" onClick={close}>
          {t('action.close')}
        </Button>
      )}
    >
      {rates.by_type.length === 0 ? (
        <p>{t('events.falseAlarmsNone')}</p>
      ) : (
        <>
          <p>{t('events.rateLegend')}</p>
          <RateTable
            title={t('events.byType')}
            name={t('events.event')}
            rows={rates.by_type.map(({ eventCode, name, ...counts }) => ({
              key: eventCode,
              title: nameOf({ eventCode, name }),
              asked: { days, codes: [eventCode] },
              name: (
                <span className={styles.badge}>
                  <EventIcon eventCode={eventCode} />
                  {nameOf({ eventCode, name })}
                </span>
              ),
              ...counts,
            }))}
          />
          <RateTable
            title={t('events.byVehicle')}
            name={t('events.registration')}
            hasDevices
            rows={rates.by_vehicle.map(({ vehicle, devices, ...counts }) => ({
              key: vehicle.id,
              title: vehicle.registration,
              asked: { days, vehicle: vehicle.id },
              name: <VehicleLink vehicle={vehicle} />,
              devices: devices.join(', '),
              ...counts,
            }))}
          />
        </>
      )}
    </Dialog>
  );
}
