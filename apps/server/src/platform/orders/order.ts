/** Which of a camera's two streams: the main one is large, the sub stream small and quick. */
export type CameraStream = 'main' | 'sub';

/** Sizes that terminals know for their photographs (device-protocols, section 6.2). */
export type PhotographSize =
  | '320x240'
  | '352x288'
  | '640x480'
  | '704x576'
  | '800x600'
  | '1024x768'
  | '1280x720'
  | '1920x1080';

/** Where a device sends pictures to. Without a host it is told the address at which it reached us. */
interface MediaDoor {
  readonly host?: string;
  readonly port: number;
}

/**
 * What the server can ask of a connected camera device; pure data, so that it crosses the bus.
 * Times are ms since 1970 UTC; the gateway turns them into the device's clock. Channels count from 1.
 */
export type DeviceOrder =
  /** Is it connected? Answered by the gateway, the device hears nothing. */
  | { readonly kind: 'presence' }
  /** 9101. */
  | ({
      readonly kind: 'live-start';
      readonly channel: number;
      readonly stream: CameraStream;
      readonly data: 'sound+video' | 'video';
    } & MediaDoor)
  /** 9102. */
  | {
      readonly kind: 'live-control';
      readonly channel: number;
      readonly command: 'close' | 'pause' | 'resume' | 'switch-stream';
      readonly stream: CameraStream;
    }
  /** 9105: how much of what it sends is lost. No device answers it: `done` once it is sent. */
  | { readonly kind: 'live-loss'; readonly channel: number; readonly lossPercent: number }
  /** 9205: what is recorded on the device; channel 0 means all. */
  | {
      readonly kind: 'recordings';
      readonly channel: number;
      readonly fromMs: number;
      readonly toMs: number;
    }
  /** 9201 at its natural speed. */
  | ({
      readonly kind: 'playback-start';
      readonly channel: number;
      readonly fromMs: number;
      readonly toMs: number;
    } & MediaDoor)
  /** 9202. */
  | {
      readonly kind: 'playback-control';
      readonly channel: number;
      readonly command: 'play' | 'pause' | 'end';
    }
  /** 9206: a stretch as a file, brought by FTP. Done when the device said yes; 1206 tells the end. */
  | ({
      readonly kind: 'file-upload';
      readonly channel: number;
      readonly fromMs: number;
      readonly toMs: number;
      readonly user: string;
      readonly password: string;
    } & MediaDoor)
  /** 9207. */
  | {
      readonly kind: 'upload-control';
      /** Of the order to upload. */
      readonly serial: number;
      readonly command: 'pause' | 'resume' | 'cancel';
    }
  /** 8801, one picture; done when it is here (0801), and then the picture is not kept elsewhere. */
  | {
      readonly kind: 'photograph';
      readonly channel: number;
      readonly size: PhotographSize;
      /** 1 best to 10 smallest. */
      readonly quality: number;
    }
  /** 9003. */
  | { readonly kind: 'capabilities' }
  /** 9208: the files of an alarm, to be brought to an attachment port. */
  | ({
      readonly kind: 'evidence';
      /** The alarm's label as the device sent it, 16 or 40 bytes as hexadecimal digits. */
      readonly labelHex: string;
      /** Ours, 32 letters and digits: the device repeats it with the files. */
      readonly alarmNumber: string;
    } & MediaDoor);

export type OrderKind = DeviceOrder['kind'];

/** A stretch that is recorded on the device. */
export interface DeviceRecording {
  readonly channel: number;
  /** ms since 1970 UTC. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly media: 'sound+video' | 'sound' | 'video';
  readonly stream: CameraStream | 'any';
  /** 0 where the device does not say. */
  readonly sizeBytes: number;
}

/** What the device can do (1003). */
export interface CameraCapabilities {
  /** Payload type of its sound and of its pictures, as in JT/T 1078. */
  readonly audioCodec: number;
  readonly videoCodec: number;
  readonly audioChannels: number;
  readonly videoChannels: number;
}

/** A photograph that was asked for. */
export interface Photograph {
  readonly mediaType: 'image/jpeg';
  /** Base64: results cross the bus as text. */
  readonly dataBase64: string;
  /** Device time of the place in its head, else when it arrived; ms since 1970 UTC. */
  readonly takenAtMs: number;
}

interface Results {
  readonly recordings: readonly DeviceRecording[];
  readonly photograph: Photograph;
  /** The order's serial number, by which 9207 and 1206 name it. */
  readonly 'file-upload': { readonly serial: number };
  readonly capabilities: CameraCapabilities;
}

/** What comes back with `done`: null for an order that has no more to say. */
export type OrderResult<K extends OrderKind> = K extends keyof Results ? Results[K] : null;

/**
 * Why an order was refused: the device failed at it or took it for wrong, it cannot do it, or so much
 * waits for it already that this order did not reach it.
 */
export type Refusal = 'failed' | 'unsupported' | 'busy';

export type OrderAnswer<K extends OrderKind = OrderKind> =
  | { readonly state: 'done'; readonly result: OrderResult<K> }
  | { readonly state: 'refused'; readonly why: Refusal }
  /** The device has no connection. */
  | { readonly state: 'offline' }
  /** It is connected and said nothing in time; or its connection ended meanwhile. */
  | { readonly state: 'timeout' };

/** How long each kind may take until its answer, ms (device-protocols, section 8). */
export const ORDER_LIMIT_MS: Readonly<Record<OrderKind, number>> = {
  presence: 2000,
  'live-start': 5000,
  'live-control': 5000,
  'live-loss': 2000,
  // Lists come in sub-packets over a slow link.
  recordings: 20_000,
  'playback-start': 10_000,
  'playback-control': 5000,
  'file-upload': 10_000,
  'upload-control': 5000,
  // Some fifty sub-packets, and the terminal may have to wake its camera.
  photograph: 30_000,
  capabilities: 5000,
  evidence: 10_000,
};
