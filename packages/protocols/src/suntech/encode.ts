import type { EncodedPosition } from '../encoded-position.ts';

/** A coordinate with its sign, which is never left out. */
const signed = (degrees: number): string =>
  `${degrees < 0 ? '-' : '+'}${Math.abs(degrees).toFixed(6)}`;

/** The status report of an ST300. */
export function encodeSuntechReport(
  deviceId: string,
  at: EncodedPosition & { readonly odometerM: number },
): Buffer {
  const [date = '', time = ''] = new Date(at.timeMs).toISOString().slice(0, 19).split('T');
  const fields = [
    `ST300STT;${deviceId};14;712`,
    date.replaceAll('-', ''),
    time,
    '4f310',
    signed(at.latitudeDeg),
    signed(at.longitudeDeg),
    at.speedKmh.toFixed(3),
    at.headingDeg.toFixed(2),
    '9;1',
    at.odometerM,
    '12.50',
    at.ignition ? '100000;2' : '000000;1',
    '0337;000207;4.1;1',
  ];
  return Buffer.from(`${fields.join(';')}\r`);
}
