import { formatDuration, formatMoment, formatSpeed, formatTime } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import type { Display } from '../../ui/display.ts';
import { placeText } from '../../ui/known-text.ts';
import type { TraceMark } from '../../ui/map/trace-layers.ts';
import type { Trace } from './use-trace.ts';

type Chosen = Pick<TraceMark, 'kind' | 'index'>;
interface Place {
  readonly timeMs: number;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
}

/** Time and place of a stop or event; null if the mark is not of this trail. */
export function placeOfMark(
  { stops, events }: Pick<Trace, 'stops' | 'events'>,
  { kind, index }: Chosen,
): Place | null {
  const stop = kind === 'stop' ? stops[index] : undefined;
  if (stop !== undefined) return { ...stop, timeMs: stop.startMs };
  const event = kind === 'event' ? events[index] : undefined;
  if (event === undefined) return null;
  const { timestamp, lat, long } = event;
  return { timeMs: Date.parse(timestamp), latitudeDeg: lat, longitudeDeg: long };
}

/** The lines of the card at a mark. */
export function textsOfMark(
  { stops, events }: Pick<Trace, 'stops' | 'events'>,
  { kind, index }: Chosen,
  { unit, dates, locale }: Display,
  t: TFunction,
  language: string,
): string[] {
  const stop = kind === 'stop' ? stops[index] : undefined;
  if (stop !== undefined) {
    const { startMs, endMs, address } = stop;
    const duration = formatDuration((endMs - startMs) / 1000, language, 'narrow');
    const from = formatTime(startMs, dates);
    return [
      t('trace.stopNumber', { number: index + 1, duration }),
      `${from} – ${formatTime(endMs, dates)}`,
      ...(address === null ? [] : [placeText(address, t, locale)]),
    ];
  }
  const event = kind === 'event' ? events[index] : undefined;
  if (event === undefined) return [];
  const time = formatMoment(Date.parse(event.timestamp), dates);
  return [
    t(`event.${event.event.eventCode}`, { defaultValue: event.event.name }),
    `${time} · ${formatSpeed(event.speed, unit, locale)}`,
    ...(event.address === null ? [] : [placeText(event.address, t, locale)]),
  ];
}
