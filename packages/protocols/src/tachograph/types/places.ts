import { placeEntryType, positionAuthentication, specificConditionType } from './codes.ts';
import { fields, hex, i24, type Layout, u8, u24, type ValueOf } from './layout.ts';
import { nation } from './nations.ts';
import { timeReal } from './time.ts';

const UNKNOWN_POSITION = 0x7f_ffff;

/** ±DDMM.M or ±DDDMM.M, times ten, as degrees; null if the position is unknown or impossible. */
const degrees = (limit: number): Layout<number | null> => ({
  bytes: 3,
  read: (from, at) => {
    const raw = i24.read(from, at);
    const size = Math.abs(raw);
    const value = Math.floor(size / 1000) + (size % 1000) / 600;
    return raw === UNKNOWN_POSITION || size % 1000 >= 600 || value > limit
      ? null
      : Math.sign(raw) * value;
  },
  write: (value, into, at) => {
    if (value === null) return i24.write(UNKNOWN_POSITION, into, at);
    const tenths = Math.round(Math.abs(value) * 600);
    i24.write(Math.sign(value) * (Math.floor(tenths / 600) * 1000 + (tenths % 600)), into, at);
  },
});

const LATITUDE_LIMIT = 90;
const LONGITUDE_LIMIT = 180;
const position = {
  time: timeReal,
  /** Dilution of precision as received; larger is worse. */
  accuracy: u8,
  latitude: degrees(LATITUDE_LIMIT),
  longitude: degrees(LONGITUDE_LIMIT),
};

export const gnssPlace = fields(position);
export const gnssPlaceAuthenticated = fields({
  ...position,
  authentication: positionAuthentication,
});
export type GnssPlace = ValueOf<typeof gnssPlace> & {
  readonly authentication?: ValueOf<typeof positionAuthentication>;
};

const entry = {
  time: timeReal,
  type: placeEntryType,
  nation,
  region: hex(1),
  odometerKm: u24,
};

export const place = fields(entry);
export const placeWithPosition = fields({ ...entry, position: gnssPlace });
export const placeAuthenticated = fields({ ...entry, position: gnssPlaceAuthenticated });
export type Place = ValueOf<typeof place> & { readonly position?: GnssPlace };

export const specificCondition = fields({ time: timeReal, type: specificConditionType });
