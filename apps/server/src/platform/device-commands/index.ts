export {
  type CameraStream,
  COMMAND_LIMIT_MS,
  type CommandAnswer,
  type DeviceCommand,
  type DeviceRecording,
  type PhotographSize,
  type Refusal,
} from './device-command.ts';
export {
  type CommandServer,
  createDeviceCommands,
  type DeviceCommands,
} from './device-commands.ts';
export {
  createDeviceMedia,
  type DeviceMedia,
  type DeviceMediaItem,
} from './device-media.ts';
