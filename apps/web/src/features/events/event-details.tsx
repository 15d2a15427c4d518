import { formatDate, formatSpeed, formatTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { EventIcon } from '../../ui/event-icon.tsx';
import { useEventName } from '../../ui/event-name.ts';
import { placeText } from '../../ui/known-text.ts';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { NearestTownNote } from '../../ui/nearest-town-note.tsx';
import { EventActions } from './event-actions.tsx';
import { driverText, durationText, isLasting, valueText } from './event-texts.ts';
import styles from './events.module.css';
import { ReviewPanel } from './review/review-panel.tsx';
import type { Reviews } from './review/use-review.ts';
import type { FleetEvent } from './use-events.ts';

function Fact({ label, value }: { readonly label: string; readonly value: string | null }) {
  if (value === null) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/**
 * Type, time, place, vehicle and driver of an event; and links to the previous and next in the
 * list.
 */
export function EventDetails({
  event,
  newer,
  older,
  reviews,
  onSelect,
}: {
  readonly event: FleetEvent;
  readonly newer: FleetEvent | undefined;
  readonly older: FleetEvent | undefined;
  readonly reviews: Reviews;
  readonly onSelect: (event: FleetEvent | null) => void;
}) {
  const { t } = useTranslation();
  const { unit, dates, locale } = useDisplay();
  const nameOf = useEventName();
  const timeMs = Date.parse(event.timestamp);
  const step = (label: string, to: FleetEvent | undefined, sign: string) => (
    <Button
      kind="icon"
      aria-label={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && onSelect(to)}
    >
      <span aria-hidden="true">{sign}</span>
    </Button>
  );
  return (
    <section
      className={cx(
        stack({
          gap: 2,
          paddingX: 4,
          paddingTop: 3,
          paddingBottom: 4,
          overflow: 'auto',
          ground: 'raised',
          border: 'line',
          radius: 'large',
          shadow: 'high',
        }),
        styles.eventDetails,
      )}
      aria-label={t('events.details')}
    >
      <header>
        <EventIcon eventCode={event.event.eventCode} size={28} />
        <h2>{nameOf(event.event)}</h2>
        {step(t('events.previous'), newer, '‹')}
        {step(t('events.next'), older, '›')}
        <Button kind="icon" aria-label={t('events.close')} onClick={() => onSelect(null)}>
          <span aria-hidden="true">×</span>
        </Button>
      </header>
      <p className={look({ weight: 'medium' })}>
        {event.address === null
          ? event.lat === null && t('events.noPlace')
          : placeText(event.address, t, locale)}
      </p>
      {event.address !== null && event.geofence === null && <NearestTownNote />}
      <dl>
        <Fact label={t('events.registration')} value={event.vehicle.registration} />
        <Fact
          label={t('events.time')}
          value={`${formatDate(timeMs, dates)} ${formatTime(timeMs, dates, true)}`}
        />
        <Fact label={t('events.driver')} value={driverText(event.driver)} />
        <Fact label={t('events.speed')} value={formatSpeed(event.speed, unit, locale)} />
        <Fact label={t('events.value')} value={valueText(event, unit, locale)} />
        <Fact
          label={t('events.duration')}
          value={isLasting(event) ? t('events.lasting') : durationText(event, locale)}
        />
        <Fact label={t('events.geofence')} value={event.geofence?.name ?? null} />
        <Fact label={t('events.source')} value={t(`events.source.${event.source}`)} />
      </dl>
      {event.review !== undefined && (
        <ReviewPanel key={event.id} event={event} review={event.review} reviews={reviews} />
      )}
      <div className={cx(row({ gap: 2 }), styles.eventActions)}>
        <EventActions event={event} className="button" />
      </div>
    </section>
  );
}
