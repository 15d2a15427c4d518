import type { EncodedPosition } from '../encoded-position.ts';
import { timeDigits } from '../meitrack/encode.ts';

/** A fixed report (GTFRI) of a vehicle tracker; distances have tenths of a kilometre. */
export function encodeQueclinkReport(
  imei: string,
  at: EncodedPosition & { readonly odometerM: number },
): Buffer {
  const time = `20${timeDigits(at.timeMs)}`;
  const fields = [
    `+RESP:GTFRI,060100,${imei},,12194,10,1,1`,
    at.speedKmh.toFixed(1),
    at.headingDeg,
    '12.5',
    at.longitudeDeg.toFixed(6),
    at.latitudeDeg.toFixed(6),
    time,
    '0268,0006,1a2b,d4e5,00',
    (at.odometerM / 1000).toFixed(1),
    `00207:30:36,,,80,${at.ignition ? '22' : '11'}0100,,,`,
    time,
    '11F0$',
  ];
  return Buffer.from(fields.join(','));
}
