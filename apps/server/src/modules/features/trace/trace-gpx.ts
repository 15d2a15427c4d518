import { setImmediate as breathe } from 'node:timers/promises';
import type { AnswerOf, contract } from '@roadworthy/contract';

type Trace = AnswerOf<typeof contract.trace.trace>;
type Point = Trace['points'][number];

/** A pause of this length ends a track segment, as it ends a trip (requirement M-P08). */
const PAUSE_MS = 5 * 60_000;
const POINTS_AT_ONCE = 2000;
const KMH_PER_MPS = 3.6;

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Roadworthy" xmlns="http://www.topografix.com/GPX/1/1"
  xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd http://www.garmin.com/xmlschemas/TrackPointExtension/v2 http://www.garmin.com/xmlschemas/TrackPointExtensionv2.xsd">`;

/** Characters that XML 1.0 cannot represent. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Escapes a text for XML content. */
function escaped(text: string): string {
  return text.replace(NOT_XML, '').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Degrees without an exponent, which the schema does not allow; to about a centimetre. */
const degrees = (value: number) => value.toFixed(7).replace(/\.?0+$/, '');

function pointText({ lat, long, timestamp, speed, dir }: Point): string {
  return `<trkpt lat="${degrees(lat)}" lon="${degrees(long)}"><time>${timestamp}</time><extensions>\
<gpxtpx:TrackPointExtension><gpxtpx:speed>${(speed / KMH_PER_MPS).toFixed(2)}</gpxtpx:speed>\
<gpxtpx:course>${dir % 360}</gpxtpx:course></gpxtpx:TrackPointExtension></extensions></trkpt>\n`;
}

/** The stops and events that have a position. */
function waypoints({ stops, events }: Trace, words: GpxWords): string {
  const marks = [
    ...stops.map(({ start, lat, long, address }) => ({
      time: start,
      lat,
      long,
      name: words.stop,
      description: address,
      type: 'stop',
    })),
    ...events.flatMap(({ timestamp, lat, long, event, address }) =>
      lat === null || long === null
        ? []
        : [
            {
              time: timestamp,
              lat,
              long,
              name: words.event(event),
              description: address,
              type: 'event',
            },
          ],
    ),
  ];
  return marks
    .map(({ lat, long, time, name, description, type }) => {
      const place = description === null ? '' : `<desc>${escaped(description)}</desc>`;
      return `<wpt lat="${degrees(lat)}" lon="${degrees(long)}"><time>${time}</time>\
<name>${escaped(name)}</name>${place}<type>${type}</type></wpt>\n`;
    })
    .join('');
}

/** Texts of the file in the reader's language. */
export interface GpxWords {
  readonly stop: string;
  event(type: Trace['events'][number]['event']): string;
}

/**
 * A trail as GPX 1.1 (requirement M-P05): stops and events as waypoints, the track in segments
 * between pauses; speed in m/s and course in Garmin's extension, which GPX programs support.
 *
 * @param madeAtMs ms since 1970 UTC
 */
export async function toGpx(trace: Trace, words: GpxWords, madeAtMs: number): Promise<Buffer> {
  const name = escaped(trace.vehicle.registration);
  const made = new Date(madeAtMs).toISOString();
  const parts = [
    `${HEAD}\n<metadata><name>${name}</name><time>${made}</time></metadata>\n`,
    waypoints(trace, words),
    `<trk><name>${name}</name>\n`,
  ];
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const [n, point] of trace.points.entries()) {
    const timeMs = Date.parse(point.timestamp);
    if (timeMs - lastMs > PAUSE_MS) parts.push(n === 0 ? '<trkseg>\n' : '</trkseg>\n<trkseg>\n');
    parts.push(pointText(point));
    lastMs = timeMs;
    if (n % POINTS_AT_ONCE === POINTS_AT_ONCE - 1) await breathe();
  }
  parts.push(trace.points.length === 0 ? '' : '</trkseg>\n', '</trk>\n</gpx>\n');
  return Buffer.from(parts.join(''));
}
