/** An event of a vehicle without driver and video. */
export const HARSH_BRAKING = {
  vehicle: { id: 11, registration: 'AB11 CAR' },
  event: { name: 'Harsh Braking', eventCode: 41 },
  timestamp: '2026-11-20T08:07:13Z',
  ended_at: null,
  lat: 53.8,
  long: -1.5,
  dir: 90,
  speed: 64.36,
  address: null,
  driver: null,
  has_video: false,
  source: 'device',
  value: 4.6,
  geofence: null,
};
