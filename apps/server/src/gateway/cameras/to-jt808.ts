import type { Jt808Command } from '@roadworthy/protocols';
import type {
  CameraStream,
  DeviceCommand,
  PhotographSize,
} from '../../platform/device-commands/index.ts';

const STREAM: Readonly<Record<CameraStream, number>> = { main: 0, sub: 1 };
const LIVE_COMMAND = { close: 0, 'switch-stream': 1, pause: 2, resume: 3 } as const;
const PLAYBACK_COMMAND = { play: 0, pause: 1, end: 2 } as const;
const UPLOAD_COMMAND = { pause: 0, resume: 1, cancel: 2 } as const;
/** Wireless LAN, cable and mobile network. */
const ANY_NETWORK = 0b111;

/** Sizes of JT/T 808; an unsupported size becomes the next smaller one. */
const SIZE: Readonly<Record<PhotographSize, number>> = {
  '320x240': 1,
  '352x288': 6,
  '640x480': 2,
  '704x576': 8,
  '800x600': 3,
  '1024x768': 4,
  '1280x720': 4,
  '1920x1080': 4,
};
/** Sizes of T/JSATL 12, for the driver assistance and driver monitoring cameras. */
const AI_SIZE: Readonly<Record<PhotographSize, number>> = {
  '320x240': 1,
  '352x288': 1,
  '640x480': 4,
  '704x576': 3,
  '800x600': 4,
  '1024x768': 4,
  '1280x720': 5,
  '1920x1080': 6,
};
const FIRST_AI_CHANNEL = 0x64;

/** Any alarm, audio and video, any stream, any storage. */
const ANY_RECORDING = { alarmBits: '0'.repeat(16), media: 0, stream: 0, store: 0 } as const;
const MIDDLE = 128;

/** A command as a JT/T 808 message; null for a command that is not sent to the device. */
export function toJt808(command: DeviceCommand, ownAddress: string): Jt808Command | null {
  switch (command.kind) {
    case 'presence':
      return null;
    case 'live-start': {
      const { channel, stream, data } = command;
      const what = { data: data === 'video' ? 1 : 0, stream: STREAM[stream] };
      return { kind: 'liveStart', ...serverAddress(command, ownAddress), channel, ...what };
    }
    case 'live-control': {
      const { channel, action, stream } = command;
      const how = { command: LIVE_COMMAND[action], closes: 0, stream: STREAM[stream] };
      return { kind: 'liveControl', channel, ...how };
    }
    case 'live-loss':
      return { kind: 'liveLoss', channel: command.channel, lossPercent: command.lossPercent };
    case 'recordings': {
      const { channel, fromMs, toMs } = command;
      return { kind: 'recordings', channel, fromMs, toMs, ...ANY_RECORDING };
    }
    case 'playback-start': {
      const { channel, fromMs, toMs } = command;
      const what = { media: 0, stream: 0, store: 0, mode: 0, speed: 0 };
      return {
        kind: 'playbackStart',
        ...serverAddress(command, ownAddress),
        channel,
        ...what,
        fromMs,
        toMs,
      };
    }
    case 'playback-control': {
      const { channel, action } = command;
      const how = { command: PLAYBACK_COMMAND[action], speed: 0, positionMs: null };
      return { kind: 'playbackControl', channel, ...how };
    }
    case 'file-upload': {
      const { host = ownAddress, port, user, password, channel, fromMs, toMs } = command;
      const where = { host, port, user, password, path: '/' };
      const what = { channel, fromMs, toMs, ...ANY_RECORDING, networks: ANY_NETWORK };
      return { kind: 'fileUpload', ...where, ...what };
    }
    case 'upload-control':
      return {
        kind: 'uploadControl',
        serial: command.serial,
        command: UPLOAD_COMMAND[command.action],
      };
    case 'photograph':
      return photograph(command);
    case 'capabilities':
      return { kind: 'capabilities' };
    case 'evidence': {
      const { labelHex, alarmNumber } = command;
      const kind = labelHex.length > 32 ? 'longEvidence' : 'evidence';
      const reserved = Buffer.alloc(16);
      return {
        kind,
        ...serverAddress(command, ownAddress),
        label: labelHex,
        alarmNumber,
        reserved,
      };
    }
  }
}

function serverAddress(
  { host, port }: { readonly host?: string; readonly port: number },
  own: string,
) {
  return { host: host ?? own, tcpPort: port, udpPort: 0 };
}

function photograph(command: Extract<DeviceCommand, { kind: 'photograph' }>): Jt808Command {
  const { channel, size, quality } = command;
  return {
    kind: 'photograph',
    channel,
    command: 1,
    intervalS: 0,
    keeps: 0,
    resolution: (channel >= FIRST_AI_CHANNEL ? AI_SIZE : SIZE)[size],
    quality,
    brightness: MIDDLE,
    contrast: MIDDLE / 2,
    saturation: MIDDLE / 2,
    hue: MIDDLE,
  };
}
