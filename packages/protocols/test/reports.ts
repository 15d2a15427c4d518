/** A report with the values that every protocol has. */
export const REPORT = {
  timeMs: Date.UTC(2026, 2, 4, 10, 20, 30),
  latitudeDeg: 51.5,
  longitudeDeg: -0.125,
  speedKmh: 40,
  headingDeg: 90,
  ignition: true,
};
