import { formatDuration, formatMoment, formatSpeed, formatTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import type { Display } from '../../ui/display.ts';
import { EventIcon } from '../../ui/event-icon.tsx';
import { useEventName } from '../../ui/event-name.ts';
import { cx, look, stack } from '../../ui/look/look.ts';
import { StopNumber } from './stop-number.tsx';
import styles from './trace-dock.module.css';
import type { TraceEvent, TraceStop } from './use-trace.ts';

/** The stops of a trail, numbered as on the map. */
export function StopList({
  stops,
  display: { dates },
  onChoose,
}: {
  readonly stops: readonly TraceStop[];
  readonly display: Display;
  readonly onChoose: (index: number) => void;
}) {
  const { t, i18n } = useTranslation();
  if (stops.length === 0)
    return (
      <p className={look({ paddingY: 6, paddingX: 4, tone: 'quiet' })}>{t('trace.noStops')}</p>
    );
  return (
    <ol
      data-part="happenings"
      className={cx(look({ margin: 0, padding: 0, list: true }), styles.happenings)}
    >
      {stops.map(({ startMs, endMs, address }, index) => (
        <li key={startMs}>
          <Button kind="bare" onClick={() => onChoose(index)}>
            <StopNumber number={index + 1} />
            <span className={cx(stack({ minWidth: 0, grow: true }), styles.happeningWhat)}>
              <strong>{formatDuration((endMs - startMs) / 1000, i18n.language, 'narrow')}</strong>
              <span>{address ?? t('track.unknown')}</span>
            </span>
            <span
              className={cx(
                stack({ minWidth: 0, rigid: true, items: 'end', size: 'small', numeric: true }),
                styles.happeningWhen,
              )}
            >
              {formatMoment(startMs, dates)}
              <span>{t('trace.until', { time: formatTime(endMs, dates) })}</span>
            </span>
          </Button>
        </li>
      ))}
    </ol>
  );
}

/** The events of a trail. */
export function EventList({
  events,
  display: { unit, dates, locale },
  onChoose,
}: {
  readonly events: readonly TraceEvent[];
  readonly display: Display;
  readonly onChoose: (index: number) => void;
}) {
  const { t } = useTranslation();
  const nameOf = useEventName();
  if (events.length === 0)
    return (
      <p className={look({ paddingY: 6, paddingX: 4, tone: 'quiet' })}>{t('trace.noEvents')}</p>
    );
  return (
    <ol
      data-part="happenings"
      className={cx(look({ margin: 0, padding: 0, list: true }), styles.happenings)}
    >
      {events.map(({ id, event, timestamp, address, speed, geofence }, index) => (
        <li key={id}>
          <Button kind="bare" onClick={() => onChoose(index)}>
            <EventIcon eventCode={event.eventCode} size={24} />
            <span className={cx(stack({ minWidth: 0, grow: true }), styles.happeningWhat)}>
              <strong>{nameOf(event)}</strong>
              <span>{geofence?.name ?? address ?? t('track.unknown')}</span>
            </span>
            <span
              className={cx(
                stack({ minWidth: 0, rigid: true, items: 'end', size: 'small', numeric: true }),
                styles.happeningWhen,
              )}
            >
              {formatMoment(Date.parse(timestamp), dates)}
              <span>{formatSpeed(speed, unit, locale)}</span>
            </span>
          </Button>
        </li>
      ))}
    </ol>
  );
}
