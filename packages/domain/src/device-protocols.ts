/** How devices reach the server: a stream, datagrams, or requests. */
export type DeviceTransport = 'tcp' | 'udp' | 'http';

interface DeviceProtocolEntry {
  /** The name in the database, the API, the metrics and the locale files. */
  readonly name: string;
  /** Makers and models that speak it, as people write them; imports accept each as its name. */
  readonly families: readonly string[];
  /**
   * The port of its own; null if its messages arrive on the port of another protocol. The defaults
   * are those of Traccar, so that a fleet moves by changing a host name.
   */
  readonly port: { readonly variable: `${string}_PORT`; readonly default: number } | null;
  readonly transports: readonly DeviceTransport[];
  /** Whether a device identifies itself by its IMEI. */
  readonly hasImei: boolean;
  /**
   * Whether devices take texts; of several devices of a vehicle, the one with the lowest number is
   * the most likely to display a text.
   */
  readonly textRank: number | null;
}

/**
 * The protocols of trackers, in the sequence of lists and ports. Everything that differs only by
 * protocol follows from here: settings, ports, the contract, screens, imports and checks of numbers.
 * Each protocol with a stream also has its codec in `packages/protocols/src/registry.ts`.
 */
export const DEVICE_PROTOCOLS = [
  {
    name: 'teltonika',
    families: ['Teltonika'],
    port: { variable: 'TELTONIKA_PORT', default: 5027 },
    transports: ['tcp', 'udp'],
    hasImei: true,
    textRank: 2,
  },
  {
    name: 'gt06',
    families: ['GT06', 'Concox', 'Jimi'],
    port: { variable: 'GT06_PORT', default: 5023 },
    transports: ['tcp'],
    hasImei: true,
    textRank: 3,
  },
  {
    name: 'jt808',
    families: ['JT/T 808'],
    port: { variable: 'JT808_PORT', default: 5015 },
    transports: ['tcp'],
    hasImei: false,
    textRank: 1,
  },
  {
    name: 'h02',
    families: ['H02', 'HQ', 'Sinotrack'],
    port: { variable: 'H02_PORT', default: 5013 },
    transports: ['tcp', 'udp'],
    hasImei: true,
    textRank: null,
  },
  {
    name: 'gps103',
    families: ['GPS103', 'Coban'],
    port: { variable: 'GPS103_PORT', default: 5001 },
    transports: ['tcp', 'udp'],
    hasImei: true,
    textRank: null,
  },
  {
    name: 'queclink',
    families: ['Queclink'],
    port: { variable: 'QUECLINK_PORT', default: 5004 },
    transports: ['tcp', 'udp'],
    hasImei: true,
    textRank: null,
  },
  {
    name: 'ruptela',
    families: ['Ruptela'],
    port: { variable: 'RUPTELA_PORT', default: 5046 },
    transports: ['tcp'],
    hasImei: true,
    textRank: null,
  },
  {
    name: 'meitrack',
    families: ['Meitrack'],
    port: { variable: 'MEITRACK_PORT', default: 5020 },
    transports: ['tcp', 'udp'],
    hasImei: true,
    textRank: null,
  },
  {
    name: 'suntech',
    families: ['Suntech'],
    port: { variable: 'SUNTECH_PORT', default: 5011 },
    transports: ['tcp'],
    hasImei: false,
    textRank: null,
  },
  {
    name: 'tk103',
    families: ['TK103'],
    port: { variable: 'TK103_PORT', default: 5002 },
    transports: ['tcp', 'udp'],
    hasImei: false,
    textRank: null,
  },
  {
    name: 'xexun',
    families: ['Xexun'],
    port: { variable: 'XEXUN_PORT', default: 5006 },
    transports: ['tcp'],
    hasImei: true,
    textRank: null,
  },
  {
    name: 'eelink',
    families: ['Eelink'],
    port: { variable: 'EELINK_PORT', default: 5064 },
    transports: ['tcp', 'udp'],
    hasImei: true,
    textRank: null,
  },
  {
    name: 'topfly',
    families: ['TopFlyTech', 'TopFly'],
    port: { variable: 'TOPFLY_PORT', default: 5094 },
    transports: ['tcp', 'udp'],
    hasImei: true,
    textRank: null,
  },
  {
    name: 'calamp',
    families: ['CalAmp', 'CalAmp LMU'],
    port: { variable: 'CALAMP_PORT', default: 5082 },
    transports: ['udp'],
    hasImei: false,
    textRank: null,
  },
  {
    name: 'digitalmatter',
    families: ['Digital Matter'],
    port: { variable: 'DIGITALMATTER_PORT', default: 5137 },
    transports: ['tcp'],
    hasImei: false,
    textRank: null,
  },
  {
    name: 'galileosky',
    families: ['Galileosky'],
    port: { variable: 'GALILEOSKY_PORT', default: 5034 },
    transports: ['tcp'],
    hasImei: true,
    textRank: null,
  },
  {
    name: 'navtelecom',
    families: ['Navtelecom', 'FLEX'],
    port: { variable: 'NAVTELECOM_PORT', default: 5019 },
    transports: ['tcp'],
    hasImei: true,
    textRank: null,
  },
  {
    name: 'wialon',
    families: ['Wialon', 'Wialon IPS'],
    port: { variable: 'WIALON_PORT', default: 5039 },
    transports: ['tcp'],
    hasImei: false,
    textRank: null,
  },
  {
    name: 'osmand',
    families: ['Traccar Client', 'OsmAnd'],
    port: { variable: 'OSMAND_PORT', default: 5055 },
    transports: ['http'],
    hasImei: false,
    textRank: null,
  },
  {
    name: 'traccar',
    families: ['Traccar'],
    port: null,
    transports: ['http'],
    hasImei: false,
    textRank: null,
  },
  {
    name: 'json',
    families: ['JSON', 'flespi', 'OwnTracks'],
    port: null,
    transports: ['http'],
    hasImei: false,
    textRank: null,
  },
] as const satisfies readonly DeviceProtocolEntry[];

type Entry = (typeof DEVICE_PROTOCOLS)[number];

/** The name of a protocol of trackers. */
export type DeviceProtocol = Entry['name'];
/** Protocols with a port of their own. */
export type PortProtocol = Exclude<Entry, { readonly port: null }>['name'];
/** Protocols over streams, datagrams or both, each with codecs. */
export type CodecProtocol = {
  [E in Entry as E['name']]: 'http' extends E['transports'][number] ? never : E['name'];
}[DeviceProtocol];
/** Environment variables of the ports. */
export type PortVariable = NonNullable<Entry['port']>['variable'];

type Names = readonly [DeviceProtocol, ...DeviceProtocol[]];

/** The names of all protocols. */
export const DEVICE_PROTOCOL_NAMES = DEVICE_PROTOCOLS.map(({ name }) => name) as unknown as Names;

/** The ports that devices connect to, in the sequence of lists. */
export const DEVICE_PORTS = DEVICE_PROTOCOLS.flatMap(({ name, port, transports }) =>
  port === null ? [] : [{ name: name as PortProtocol, ...port, transports }],
);

/** Protocols whose devices take texts, those most likely to display them first. */
export const TEXT_PROTOCOLS: readonly DeviceProtocol[] = DEVICE_PROTOCOLS.flatMap(
  ({ name, textRank }) => (textRank === null ? [] : [{ name, textRank }]),
)
  .sort((a, b) => a.textRank - b.textRank)
  .map(({ name }) => name);

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The protocol of a name or family as people write it, such as “JT/T 808” or “Concox”. */
export function protocolNamed(text: string): DeviceProtocol | undefined {
  const wanted = plain(text);
  return DEVICE_PROTOCOLS.find(
    ({ name, families }) => name === wanted || families.some((family) => plain(family) === wanted),
  )?.name;
}
