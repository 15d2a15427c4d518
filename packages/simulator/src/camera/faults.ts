/** What goes wrong with a camera, on demand. */
export interface CameraFaults {
  /** Media packets of a hundred that are lost on the way. */
  readonly lossPercent?: number;
  /** Some packets change places. */
  readonly wrongSequence?: boolean;
  /** The stream stands still for so long … */
  readonly stallS?: number;
  /** … every so often (default: three times as long). */
  readonly stallEveryS?: number;
  /** The media connection breaks after so long. */
  readonly dropLinkAfterS?: number;
  /** Uploads of files break once, after so many kilobytes, and go on over a new connection. */
  readonly uploadBreaksAfterKb?: number;
  /** It brings no files by FTP. */
  readonly cannotUpload?: boolean;
  /** Its alarms bring photographs and no video. */
  readonly photographsOnly?: boolean;
  /** Bytes of no meaning between packets. */
  readonly rubbish?: boolean;
  /** The vehicle has no network. */
  readonly isOffline?: boolean;
  /** Every order is refused. */
  readonly refuses?: boolean;
  /** No order is answered or followed. */
  readonly ignores?: boolean;
}

/** Names of the faults on a command line, with what they take. */
const OPTIONS: Readonly<Record<string, keyof CameraFaults>> = {
  loss: 'lossPercent',
  'wrong-sequence': 'wrongSequence',
  stall: 'stallS',
  'stall-every': 'stallEveryS',
  drop: 'dropLinkAfterS',
  'upload-break': 'uploadBreaksAfterKb',
  'no-upload': 'cannotUpload',
  'photographs-only': 'photographsOnly',
  rubbish: 'rubbish',
  offline: 'isOffline',
  refuse: 'refuses',
  ignore: 'ignores',
};

/**
 * Reads faults from a text such as `loss=5,stall=10,rubbish`.
 *
 * @throws Error naming the word that is no fault
 */
export function parseFaults(text: string): CameraFaults {
  const faults: Partial<Record<keyof CameraFaults, number | boolean>> = {};
  for (const word of text.split(',').filter((one) => one !== '')) {
    const [name = '', value] = word.split('=');
    const key = OPTIONS[name];
    const amount = Number(value);
    const isAmount = key !== undefined && /(S|Kb|Percent)$/.test(key);
    if (key === undefined || (isAmount && !(amount >= 0))) {
      throw new Error(`No fault: ${word}. Faults: ${Object.keys(OPTIONS).join(', ')}`);
    }
    faults[key] = isAmount ? amount : true;
  }
  return faults as CameraFaults;
}
