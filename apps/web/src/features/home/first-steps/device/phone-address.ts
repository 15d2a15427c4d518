/** Interval, distance and angle of a phone's reports: those of the device guide. */
const TRACCAR_SETTINGS = 'interval=30&distance=75&angle=30';
/** Placeholders of OsmAnd's online tracking, without the speed: OsmAnd sends metres per second. */
const OSMAND_VALUES = 'lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&bearing={6}';
const RANDOM_BYTES = 6;

export type PhoneApp = 'traccar' | 'osmand';

/**
 * The address that sets up an app: Traccar Client reads its settings from it when it scans the code
 * (https://github.com/traccar/traccar-client, configuration_service.dart); OsmAnd requests it with
 * each position.
 */
export function phoneAddress(app: PhoneApp, host: string, port: number, id: string): string {
  const values = app === 'traccar' ? TRACCAR_SETTINGS : OSMAND_VALUES;
  return `http://${host}:${port}/?id=${encodeURIComponent(id)}&${values}`;
}

/** An identifier that cannot be guessed: anyone who knows it can send positions. */
export function newPhoneId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  return `phone-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
