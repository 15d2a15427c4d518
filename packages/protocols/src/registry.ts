import type { CodecProtocol } from '@roadworthy/domain';
import { calampCodec } from './calamp/index.ts';
import { type DatagramCodec, framesInDatagrams, type StreamCodec } from './codec.ts';
import { digitalMatterCodec } from './digitalmatter/index.ts';
import { eelinkCodec } from './eelink/index.ts';
import { galileoskyCodec } from './galileosky/index.ts';
import { gps103Codec, gps103Datagrams } from './gps103/index.ts';
import { gt06Codec } from './gt06/index.ts';
import { h02Codec, h02Datagrams } from './h02/index.ts';
import { jt808Codec } from './jt808/index.ts';
import { meitrackCodec } from './meitrack/index.ts';
import { navtelecomCodec } from './navtelecom/index.ts';
import { queclinkCodec } from './queclink/index.ts';
import { ruptelaCodec } from './ruptela/index.ts';
import { suntechCodec } from './suntech/index.ts';
import { teltonikaCodec, teltonikaDatagrams } from './teltonika/index.ts';
import { tk103Codec } from './tk103/index.ts';
import { topflyCodec } from './topfly/index.ts';
import { wialonCodec } from './wialon/index.ts';
import { xexunCodec } from './xexun/index.ts';

/** The codecs of a protocol. */
export interface ProtocolCodecs {
  /** Also of a protocol over datagrams only: it decodes stored frames. */
  readonly stream: StreamCodec;
  /** Present if `DEVICE_PROTOCOLS` of the domain lists the transport `udp`. */
  readonly datagrams?: DatagramCodec;
}

/** The codecs of each protocol but those over HTTP; the compiler asks for those of a new one. */
export const PROTOCOL_CODECS: Readonly<Record<CodecProtocol, ProtocolCodecs>> = {
  teltonika: { stream: teltonikaCodec, datagrams: teltonikaDatagrams },
  gt06: { stream: gt06Codec },
  jt808: { stream: jt808Codec },
  h02: { stream: h02Codec, datagrams: h02Datagrams },
  gps103: { stream: gps103Codec, datagrams: gps103Datagrams },
  queclink: { stream: queclinkCodec, datagrams: framesInDatagrams(queclinkCodec) },
  ruptela: { stream: ruptelaCodec },
  meitrack: { stream: meitrackCodec, datagrams: framesInDatagrams(meitrackCodec) },
  suntech: { stream: suntechCodec },
  tk103: { stream: tk103Codec, datagrams: framesInDatagrams(tk103Codec) },
  xexun: { stream: xexunCodec },
  eelink: { stream: eelinkCodec, datagrams: framesInDatagrams(eelinkCodec) },
  topfly: { stream: topflyCodec, datagrams: framesInDatagrams(topflyCodec) },
  calamp: { stream: calampCodec, datagrams: framesInDatagrams(calampCodec) },
  digitalmatter: { stream: digitalMatterCodec },
  galileosky: { stream: galileoskyCodec },
  navtelecom: { stream: navtelecomCodec },
  wialon: { stream: wialonCodec },
};

/** The codecs of a protocol; undefined if it has none. */
export const codecsOf = (protocol: string): ProtocolCodecs | undefined =>
  Object.hasOwn(PROTOCOL_CODECS, protocol) ? PROTOCOL_CODECS[protocol as CodecProtocol] : undefined;
