import type { VehicleState } from '@roadworthy/domain';

/** Colour role of each state, which the shape shows too. */
export const STATE_ROLES = {
  moving: 'good',
  idle: 'warn',
  stopped: 'accent',
  offline: 'quiet',
  private: 'quiet',
} as const satisfies Readonly<Record<VehicleState, string>>;

/** The shape of each state, as a path in 12 by 12 units. */
export const STATE_SHAPES: Readonly<Record<VehicleState, string>> = {
  moving: 'M6 1 11 11 6 8.5 1 11z',
  idle: 'M2 2h3v8H2zM7 2h3v8H7z',
  stopped: 'M2 2h8v8H2z',
  offline: 'M2.5 1 6 4.5 9.5 1 11 2.5 7.5 6 11 9.5 9.5 11 6 7.5 2.5 11 1 9.5 4.5 6 1 2.5z',
  private: 'M3 5V4a3 3 0 0 1 6 0v1h1v6H2V5zm1.5 0h3V4a1.5 1.5 0 0 0-3 0z',
};
