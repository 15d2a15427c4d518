import { describe, expect, it } from 'vitest';
import { encodeMeitrackReport, meitrackCodec } from '../src/meitrack/index.ts';
import { encodeQueclinkReport, queclinkCodec } from '../src/queclink/index.ts';
import { encodeSuntechReport, suntechCodec } from '../src/suntech/index.ts';
import { encodeTk103Position, tk103Codec } from '../src/tk103/index.ts';
import { encodeWialonData, wialonCodec } from '../src/wialon/index.ts';
import { encodeXexunBinary, encodeXexunText, xexunCodec } from '../src/xexun/index.ts';

const IMEI = '353419036066061';
const AT = {
  timeMs: Date.UTC(2026, 2, 4, 18, 20, 30),
  latitudeDeg: 38.716,
  longitudeDeg: -9.139,
  speedKmh: 63,
  headingDeg: 271,
  ignition: true,
  odometerM: 123_456,
};

const CODECS = [meitrackCodec, suntechCodec, wialonCodec, queclinkCodec, tk103Codec, xexunCodec];
const STREAMS: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['meitrack', encodeMeitrackReport(IMEI, AT)],
  ['suntech', encodeSuntechReport('205174410', AT)],
  ['suntech', Buffer.from('STT;0520000295;3FFFFF')],
  ['suntech', Buffer.from('81004e0520001338', 'hex')],
  ['wialon', encodeWialonData(AT)],
  ['wialon', Buffer.from(`2.0;${IMEI}#D#`)],
  ['queclink', encodeQueclinkReport(IMEI, AT)],
  ['queclink', Buffer.from('2b52535007', 'hex')],
  ['tk103', encodeTk103Position('012345678901', AT)],
  ['xexun', encodeXexunText(IMEI, AT)],
  ['xexun', encodeXexunBinary(IMEI, AT, 1)],
];

describe('The start of a stream', () => {
  it.each(STREAMS)('is recognised by %s alone', (name, bytes) => {
    for (const codec of CODECS) {
      expect(codec.recognises?.(bytes), codec.name).toBe(codec.name === name);
    }
  });

  it.each(STREAMS)('of %s is open until it is decided', (name, bytes) => {
    const codec = CODECS.find((one) => one.name === name);
    const answers = Array.from({ length: 16 }, (_, length) =>
      codec?.recognises?.(bytes.subarray(0, length)),
    );
    const decided = answers.indexOf(true);
    expect(answers.slice(0, decided)).toEqual(new Array(decided).fill(null));
    expect(answers.slice(decided)).toEqual(new Array(16 - decided).fill(true));
  });

  it('of another protocol is not recognised', () => {
    for (const start of ['78780d01', '000f3335', '7e0200', '2323', '2a48512c', '0d0a']) {
      for (const codec of CODECS) expect(codec.recognises?.(Buffer.from(start, 'hex'))).toBe(false);
    }
  });
});
