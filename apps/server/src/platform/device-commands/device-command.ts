/** Which of a camera's two streams: the main one is large, the sub stream small and quick. */
export type CameraStream = 'main' | 'sub';

/** Photo sizes of terminals (device-protocols, section 6.2). */
export type PhotographSize =
  | '320x240'
  | '352x288'
  | '640x480'
  | '704x576'
  | '800x600'
  | '1024x768'
  | '1280x720'
  | '1920x1080';

/** Where a device sends video to. Without a host, the address of the device's connection is used. */
interface MediaAddress {
  readonly host?: string;
  readonly port: number;
}

/**
 * Commands to a connected camera device; pure data, so that they can be sent on the bus.
 * Times are ms since 1970 UTC; the gateway converts them to the device's clock. Channels count from 1.
 */
export type DeviceCommand =
  /** Whether it is connected. The gateway answers; nothing is sent to the device. */
  | { readonly kind: 'presence' }
  /** 9101. */
  | ({
      readonly kind: 'live-start';
      readonly channel: number;
      readonly stream: CameraStream;
      readonly data: 'sound+video' | 'video';
    } & MediaAddress)
  /** 9102. */
  | {
      readonly kind: 'live-control';
      readonly channel: number;
      readonly action: 'close' | 'pause' | 'resume' | 'switch-stream';
      readonly stream: CameraStream;
    }
  /** 9105: packet loss of its stream. Devices do not respond: `done` once it is sent. */
  | { readonly kind: 'live-loss'; readonly channel: number; readonly lossPercent: number }
  /** 9205: lists the recordings on the device; channel 0 means all. */
  | {
      readonly kind: 'recordings';
      readonly channel: number;
      readonly fromMs: number;
      readonly toMs: number;
    }
  /** 9201 at normal speed. */
  | ({
      readonly kind: 'playback-start';
      readonly channel: number;
      readonly fromMs: number;
      readonly toMs: number;
    } & MediaAddress)
  /** 9202. */
  | {
      readonly kind: 'playback-control';
      readonly channel: number;
      readonly action: 'play' | 'pause' | 'end';
    }
  /** 9206: uploads a period as a file by FTP. Done when the device accepts; 1206 reports the end. */
  | ({
      readonly kind: 'file-upload';
      readonly channel: number;
      readonly fromMs: number;
      readonly toMs: number;
      readonly user: string;
      readonly password: string;
    } & MediaAddress)
  /** 9207. */
  | {
      readonly kind: 'upload-control';
      /** Serial number of the upload command. */
      readonly serial: number;
      readonly action: 'pause' | 'resume' | 'cancel';
    }
  /** 8801, one photo; done when it has arrived (0801). It is not stored elsewhere. */
  | {
      readonly kind: 'photograph';
      readonly channel: number;
      readonly size: PhotographSize;
      /** 1 best to 10 smallest. */
      readonly quality: number;
    }
  /** 9003. */
  | { readonly kind: 'capabilities' }
  /** 9208: uploads the files of an alarm to an attachment port. */
  | ({
      readonly kind: 'evidence';
      /** The alarm's label as sent by the device, 16 or 40 bytes in hexadecimal. */
      readonly labelHex: string;
      /** Our id, 32 letters and digits, which the device repeats with the files. */
      readonly alarmNumber: string;
    } & MediaAddress);

export type CommandKind = DeviceCommand['kind'];

/** A recorded period on the device. */
export interface DeviceRecording {
  readonly channel: number;
  /** ms since 1970 UTC. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly media: 'sound+video' | 'sound' | 'video';
  readonly stream: CameraStream | 'any';
  /** 0 if the device does not report it. */
  readonly sizeBytes: number;
}

/** The capabilities of the device (1003). */
export interface CameraCapabilities {
  /** Payload types of its audio and video, as in JT/T 1078. */
  readonly audioCodec: number;
  readonly videoCodec: number;
  readonly audioChannels: number;
  readonly videoChannels: number;
}

/** A requested photo. */
export interface Photograph {
  readonly mediaType: 'image/jpeg';
  /** Base64: results are sent on the bus as text. */
  readonly dataBase64: string;
  /** Device time of the location in its header, else the arrival; ms since 1970 UTC. */
  readonly takenAtMs: number;
}

interface Results {
  readonly recordings: readonly DeviceRecording[];
  readonly photograph: Photograph;
  /** Serial number of the command, to which 9207 and 1206 refer. */
  readonly 'file-upload': { readonly serial: number };
  readonly capabilities: CameraCapabilities;
}

/** The result of `done`; null for a command without one. */
export type CommandResult<K extends CommandKind> = K extends keyof Results ? Results[K] : null;

/**
 * Why a command was refused: the device reported a failure or an error, does not support it, or its
 * queue is full, so that the command was not sent.
 */
export type Refusal = 'failed' | 'unsupported' | 'busy';

export type CommandAnswer<K extends CommandKind = CommandKind> =
  | { readonly state: 'done'; readonly result: CommandResult<K> }
  | { readonly state: 'refused'; readonly why: Refusal }
  /** The device is not connected. */
  | { readonly state: 'offline' }
  /** It is connected and did not respond in time, or its connection ended meanwhile. */
  | { readonly state: 'timeout' };

/** Time limit of each kind of command, ms (device-protocols, section 8). */
export const COMMAND_LIMIT_MS: Readonly<Record<CommandKind, number>> = {
  presence: 2000,
  'live-start': 5000,
  'live-control': 5000,
  'live-loss': 2000,
  // Lists arrive in sub-packets over a slow link.
  recordings: 20_000,
  'playback-start': 10_000,
  'playback-control': 5000,
  'file-upload': 10_000,
  'upload-control': 5000,
  // About fifty sub-packets, and the terminal may need to start its camera.
  photograph: 30_000,
  capabilities: 5000,
  evidence: 10_000,
};
