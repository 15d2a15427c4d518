export { readClockStrip } from './camera/clock-strip.ts';
export type { CameraFaults } from './camera/faults.ts';
export { parseFaults } from './camera/faults.ts';
export { VIEW_NAMES } from './camera/scene.ts';
export type { MotionSource } from './camera/schedule-motion.ts';
export { SimulatedCamera, type SimulatedCameraOptions } from './camera/simulated-camera.ts';
export { type EncoderChoice, hasFfmpeg } from './camera/video-encoder.ts';
export type { Sample } from './drive.ts';
export type { FleetFile, Shift, SimulatedProtocol, SimulatedVehicle } from './fleet.ts';
export { SHIFTS } from './fleet.ts';
export { Schedule } from './planner.ts';
export { RoadGraph } from './road-graph.ts';
export {
  issueTachographChains,
  type SimulatedDownload,
  simulatedCard,
  simulatedVehicleUnit,
} from './tachograph-files.ts';
