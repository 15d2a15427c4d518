import type { EncodedPosition } from '../encoded-position.ts';

/** A position in a message of a platform. */
interface MessageInput extends EncodedPosition {
  readonly odometerM: number;
}

/** A message as flespi's streams send it, in seconds, km/h and km. */
export const encodeFlespiMessage = (ident: string, input: MessageInput) => ({
  ident,
  timestamp: input.timeMs / 1000,
  'position.latitude': input.latitudeDeg,
  'position.longitude': input.longitudeDeg,
  'position.valid': true,
  'position.speed': input.speedKmh,
  'position.direction': input.headingDeg,
  'engine.ignition.status': input.ignition,
  'vehicle.mileage': input.odometerM / 1000,
});
