import { formatMoment } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { EventIcon } from '../../ui/event-icon.tsx';
import { useEventName } from '../../ui/event-name.ts';
import { placeText } from '../../ui/known-text.ts';
import { look, row } from '../../ui/look/look.ts';
import { EventActions } from '../events/event-actions.tsx';
import { SeverityBadge } from '../events/review/review-badges.tsx';
import { ClipThumbnail } from '../video-recorded/thumbnails/clip-thumbnail.tsx';
import type { CoachedEvent } from './coaching.ts';

/** Time, place and vehicle of an event in one line. */
export function EventLine({ event }: { readonly event: CoachedEvent }) {
  const { t } = useTranslation();
  const { dates, locale } = useDisplay();
  const { address, vehicle } = event;
  return (
    <span className={look({ tone: 'quiet', size: 'small' })}>
      {[
        formatMoment(Date.parse(event.timestamp), dates),
        vehicle.registration,
        ...(address === null ? [] : [placeText(address, t, locale)]),
      ].join(' · ')}
    </span>
  );
}

/** Events with thumbnail, severity, and links to trace and clip. */
export function CoachedEvents({ events }: { readonly events: readonly CoachedEvent[] }) {
  const { t } = useTranslation();
  const nameOf = useEventName();
  if (events.length === 0) {
    return <p className={look({ tone: 'quiet', margin: 0 })}>{t('coaching.noEvents')}</p>;
  }
  return (
    <ul className={look({ flow: 'stack', gap: 3, margin: 0, padding: 0, list: true })}>
      {events.map((event) => (
        <li key={event.id} className={row({ gap: 3, align: 'start', wrap: true })}>
          {(event.has_video || typeof event.thumbnail === 'string') && (
            <ClipThumbnail
              address={event.thumbnail}
              of={`${event.vehicle.registration}, ${nameOf(event.event)}`}
            />
          )}
          <span className={look({ flow: 'column', gap: 1, minWidth: 0 })}>
            <span className={row({ gap: 2, align: 'center', wrap: true })}>
              <EventIcon eventCode={event.event.eventCode} />
              {nameOf(event.event)}
              {event.severity !== undefined && <SeverityBadge severity={event.severity} />}
            </span>
            <EventLine event={event} />
            <span className={row({ gap: 2, wrap: true })}>
              <EventActions event={event} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
