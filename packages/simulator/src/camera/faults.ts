import { InternalError } from '@roadworthy/domain';

/** Faults that a simulated camera produces on demand. */
export interface CameraFaults {
  /** Percentage of media packets that are lost. */
  readonly lossPercent?: number;
  /** Some packets are reordered. */
  readonly wrongSequence?: boolean;
  /** The stream stalls for this long … */
  readonly stallS?: number;
  /** … at this interval (default: three times as long). */
  readonly stallEveryS?: number;
  /** The media connection breaks after this time. */
  readonly dropLinkAfterS?: number;
  /** File uploads break once, after this many kilobytes, and resume over a new connection. */
  readonly uploadBreaksAfterKb?: number;
  /** Uploads no files by FTP. */
  readonly cannotUpload?: boolean;
  /** Alarms have photographs but no video. */
  readonly photographsOnly?: boolean;
  /** Sends garbage bytes between packets. */
  readonly rubbish?: boolean;
  /** The vehicle has no network. */
  readonly isOffline?: boolean;
  /** Refuses every command. */
  readonly refuses?: boolean;
  /** Neither answers nor executes commands. */
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
 * @throws Error naming an unknown word
 */
export function parseFaults(text: string): CameraFaults {
  const faults: Partial<Record<keyof CameraFaults, number | boolean>> = {};
  for (const word of text.split(',').filter((one) => one !== '')) {
    const [name = '', value] = word.split('=');
    const key = OPTIONS[name];
    const amount = Number(value);
    const isAmount = key !== undefined && /(S|Kb|Percent)$/.test(key);
    if (key === undefined || (isAmount && !(amount >= 0))) {
      throw new InternalError('camera.fault_unknown', {
        word,
        known: Object.keys(OPTIONS).join(','),
      });
    }
    faults[key] = isAmount ? amount : true;
  }
  return faults as CameraFaults;
}
