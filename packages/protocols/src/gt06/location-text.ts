import { type DeviceRecord, EMPTY_RECORD, placeOf } from '../record.ts';

/** The answer of a device to a request for its position. */
const LOCATION =
  /^Current position!\s*Lat:(?<ns>[NS])(?<lat>[\d.]+),\s*Lon:(?<ew>[EW])(?<lon>[\d.]+),\s*Course:(?<course>[\d.]+),\s*Speed:(?<speed>[\d.]+),\s*DateTime:(?<date>\d{4}-\d\d-\d\d) +(?<time>\d\d:\d\d:\d\d)/;

/** The position in the text of a command's answer; null if there is none. */
export function readLocationText(text: string, offsetMin: number): DeviceRecord | null {
  const found = LOCATION.exec(text)?.groups;
  if (found === undefined) return null;
  const { ns, lat, ew, lon, course, speed, date, time } = found;
  const localMs = Date.parse(`${date}T${time}Z`);
  const place = placeOf(Number(lat) * (ns === 'S' ? -1 : 1), Number(lon) * (ew === 'W' ? -1 : 1));
  if (!Number.isFinite(localMs) || place.latitudeDeg === null) return null;
  return {
    ...EMPTY_RECORD,
    ...place,
    timeMs: localMs - offsetMin * 60_000,
    fixValid: true,
    headingDeg: Number(course) % 360,
    speedKmh: Number(speed),
  };
}
