/** A supported stream that the server offers. */
export interface MediaOffer {
  readonly coding: 'h264' | 'h265' | 'g711a' | 'g711u' | 'aac';
  readonly payloadType: number;
  readonly clockRateHz: number;
  /** Its address for SETUP, absolute. */
  readonly control: string;
  /** Parameter sets in the description, without start codes. */
  readonly parameterSets: readonly Buffer[];
  /** AAC: the AudioSpecificConfig. */
  readonly audioConfig: Buffer | null;
}

const CODINGS: Readonly<Record<string, MediaOffer['coding']>> = {
  h264: 'h264',
  h265: 'h265',
  hevc: 'h265',
  pcma: 'g711a',
  pcmu: 'g711u',
  'mpeg4-generic': 'aac',
};
/** Payload types that need no rtpmap (RFC 3551). */
const STATIC: Readonly<Record<number, string>> = { 0: 'PCMU/8000', 8: 'PCMA/8000' };
const MAX_MEDIA = 16;

/** `a=name:value` lines of one media section, the first of each name. */
function attributes(lines: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of lines) {
    const [, name, value = ''] = /^a=([\w-]+)(?::(.*))?$/.exec(line) ?? [];
    if (name !== undefined && !found.has(name)) found.set(name, value.trim());
  }
  return found;
}

/** The parameters of `fmtp`: separated by semicolons, after the payload type. */
function formatParameters(fmtp: string): ReadonlyMap<string, string> {
  const list = fmtp.replace(/^\d+\s+/, '').split(';');
  return new Map(
    list.map((one) => {
      const equals = one.indexOf('=');
      return [one.slice(0, equals).trim().toLowerCase(), one.slice(equals + 1).trim()];
    }),
  );
}

const base64List = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .filter((one) => one !== '')
    .map((one) => Buffer.from(one, 'base64'));

/** The address of a stream: its control attribute, absolute or relative to the base. */
function controlAddress(base: string, control: string | undefined): string {
  if (control === undefined || control === '' || control === '*') return base;
  if (/^rtsps?:\/\//i.test(control)) return control;
  return `${base.replace(/\/+$/, '')}/${control.replace(/^\/+/, '')}`;
}

function readMedia(lines: readonly string[], base: string): MediaOffer | null {
  const payloadType = Number(/^m=\w+ \S+ \S+ (\d+)/.exec(lines[0] ?? '')?.[1] ?? Number.NaN);
  if (!Number.isInteger(payloadType)) return null;
  const known = attributes(lines);
  const map = known.get('rtpmap')?.replace(/^\d+\s+/, '') ?? STATIC[payloadType] ?? '';
  const [name = '', rate = ''] = map.split('/');
  const coding = CODINGS[name.toLowerCase()];
  const clockRateHz = Number(rate);
  if (coding === undefined || !(clockRateHz >= 1000 && clockRateHz <= 1e6)) return null;
  const parameters = formatParameters(known.get('fmtp') ?? '');
  const sets = ['sprop-vps', 'sprop-sps', 'sprop-pps', 'sprop-parameter-sets'];
  const config = parameters.get('config');
  if (coding === 'aac' && (config === undefined || parameters.get('sizelength') !== '13')) {
    return null;
  }
  return {
    coding,
    payloadType,
    clockRateHz,
    control: controlAddress(base, known.get('control')),
    parameterSets: sets.flatMap((set) => base64List(parameters.get(set))),
    audioConfig: config === undefined ? null : Buffer.from(config, 'hex'),
  };
}

/**
 * The supported streams of a session description (SDP, RFC 8866): at most one video and one audio.
 */
export function readSessionDescription(
  text: string,
  base: string,
): { readonly video: MediaOffer | null; readonly sound: MediaOffer | null } {
  const sections = text
    .replaceAll('\r', '')
    .split(/\n(?=m=)/)
    .slice(1, 1 + MAX_MEDIA);
  const offers = sections
    .map((section) => readMedia(section.split('\n'), base))
    .filter((offer) => offer !== null);
  const isVideo = ({ coding }: MediaOffer) => coding === 'h264' || coding === 'h265';
  return {
    video: offers.find(isVideo) ?? null,
    sound: offers.find((offer) => !isVideo(offer)) ?? null,
  };
}
