import { EVENT } from '@roadworthy/domain';
import type { DeviceEvent } from '../../record.ts';
import { numberOf } from './item-fields.ts';
import type { Gathered, ItemEntry, ItemReader, ItemReaders } from './item-reader.ts';
import { percentValue, pulse, setValue, signMagnitude, state } from './item-values.ts';

/** Bit of the alarm flags that an area was entered or left. */
const AREA_ALARM = 20;
const LEFT_AREA = 1;

const odometer: ItemReader = (value, gathered) =>
  setValue(gathered, 'odometerM', value.readUInt32BE(0) * 100);

/** Fuel in tenths of a litre; with the top bit, in per cent. */
const fuel: ItemReader = (value, { attributes }) => {
  const word = value.readUInt16BE(0);
  if ((word & 0x8000) === 0) attributes.fuelLevelL = word / 10;
  else if ((word & 0x7fff) > 100) return false;
  else attributes.fuelLevelPercent = word & 0x7fff;
  return true;
};

const cabin: ItemReader = (value, gathered) =>
  setValue(gathered, 'temperatureC', signMagnitude(value.readUInt16BE(0)));

const overSpeedPlace: ItemReader = (value, { attributes }) => {
  attributes.overSpeedAreaType = value[0] as number;
  if (value.length === 5) attributes.overSpeedAreaId = value.readUInt32BE(1);
  return true;
};

const area: ItemReader = (value, { context, attributes, events }) => {
  attributes.areaType = value[0] as number;
  attributes.areaId = value.readUInt32BE(1);
  attributes.areaDirection = value[5] === LEFT_AREA ? 'out' : 'in';
  if ((context.flags & (1 << AREA_ALARM)) !== 0)
    events.push(pulse(value[5] === LEFT_AREA ? EVENT.geofenceLeft : EVENT.geofenceEntered));
  return true;
};

const segment: ItemReader = (value, { attributes }) => {
  attributes.segmentId = value.readUInt32BE(0);
  attributes.segmentTimeS = value.readUInt16BE(4);
  attributes.segmentResult = value[6] === 0 ? 'short' : 'long';
  return true;
};

/** Bits of item 14 (JT/T 1078) with their events. */
const VIDEO_ALARMS: readonly (number | null)[] = [
  EVENT.videoSignalLost,
  EVENT.cameraFault, // covered
  EVENT.videoStorageFault,
  EVENT.cameraFault, // another fault
  null, // overcrowded
  null, // abnormal driving: item 18 says which
  null, // the space for event recordings is used up
];

const videoAlarms: ItemReader = (value, { attributes, events }) => {
  const bits = value.readUInt32BE(0);
  attributes.videoAlarms = bits;
  const codes = VIDEO_ALARMS.filter((code, bit) => code !== null && (bits & (1 << bit)) !== 0);
  for (const code of new Set(codes)) events.push(state(code as number));
  return true;
};

/** Bits of item 18 with their events. */
const ABNORMAL_DRIVING: readonly number[] = [EVENT.driverFatigue, EVENT.phoneUse, EVENT.smoking];

const abnormalDriving: ItemReader = (value, { attributes, events }) => {
  const bits = value.readUInt16BE(0);
  if (bits !== 0) attributes.abnormalDriving = bits;
  ABNORMAL_DRIVING.forEach((code, bit) => {
    if ((bits & (1 << bit)) !== 0) events.push(pulse(code));
  });
  if (value.length === 3) attributes.fatigueDegree = value[2] as number;
  return true;
};

/** Analogue inputs 0 (low word) and 1, in the device's own unit. */
const analogue: ItemReader = (value, { attributes }) => {
  attributes.analogInput1 = value.readUInt16BE(2);
  attributes.analogInput2 = value.readUInt16BE(0);
  return true;
};

/** Names of the vehicle signals of item 25. */
const SIGNALS = [
  'lowBeam',
  'highBeam',
  'rightIndicator',
  'leftIndicator',
  'brake',
  'reverse',
  'fogLight',
  'sideLight',
  'horn',
  'airConditioning',
  'neutral',
  'retarder',
  'abs',
  'heater',
  'clutch',
] as const;

const signals: ItemReader = (value, { attributes }) => {
  const bits = value.readUInt32BE(0);
  attributes.vehicleSignals = SIGNALS.filter((_, bit) => (bits & (1 << bit)) !== 0).join(',');
  return true;
};

export const STANDARD_ITEMS: ItemReaders = new Map<number, ItemEntry>([
  [0x01, { 4: odometer }],
  [0x02, { 2: fuel }],
  [0x03, { 2: numberOf('recorderSpeedKmh', 0.1, { high: 400 }) }],
  [0x04, { 2: numberOf('alarmToConfirm') }],
  [0x06, { 1: (value, gathered) => percentValue(gathered, value[0] as number), 2: cabin }],
  [0x11, { 1: overSpeedPlace, 5: overSpeedPlace }],
  [0x12, { 6: area }],
  [0x13, { 7: segment }],
  [0x14, { 4: videoAlarms }],
  [0x15, { 4: numberOf('videoLostChannels') }],
  [0x16, { 4: numberOf('videoCoveredChannels') }],
  [0x17, { 2: numberOf('videoFailedStores') }],
  [0x18, { 2: abnormalDriving, 3: abnormalDriving }],
  [0x25, { 4: signals }],
  [0x2a, { 2: numberOf('ioStatus') }],
  [0x2b, { 4: analogue }],
  [0x30, { 1: numberOf('mobileSignal') }],
  [0x31, { 1: (value, gathered) => setValue(gathered, 'satellites', value[0] as number) }],
]);

/** Event codes by type of the AI alarms: ADAS (64), driver (65), blind spot (67) (section 7). */
const ADAS: ReadonlyMap<number, number> = new Map<number, number>([
  [0x01, EVENT.forwardCollision],
  [0x02, EVENT.laneDeparture],
  [0x03, EVENT.followingTooClose],
  [0x04, EVENT.pedestrian],
  [0x05, EVENT.frequentLaneChanges],
  [0x06, EVENT.roadSignExceeded],
  [0x07, EVENT.obstacle],
  [0x10, EVENT.roadSignSeen],
  [0x11, EVENT.cameraPhotoTaken],
  [0x12, EVENT.solidLineCrossed],
  [0x13, EVENT.pedestrian],
]);
const DRIVER: ReadonlyMap<number, number> = new Map<number, number>([
  [0x01, EVENT.driverFatigue],
  [0x02, EVENT.phoneUse],
  [0x03, EVENT.smoking],
  [0x04, EVENT.distraction],
  [0x05, EVENT.driverAbsent],
  [0x06, EVENT.driverCameraBlocked],
  [0x08, EVENT.drivingTimeExceeded],
  [0x0a, EVENT.noSeatBelt],
  [0x0b, EVENT.driverCameraBlocked],
  [0x0c, EVENT.handsOffWheel],
  [0x0d, EVENT.phoneUse],
  [0x10, EVENT.cameraPhotoTaken],
  [0x11, EVENT.driverIdentified],
]);
const BLIND_SPOT: ReadonlyMap<number, number> = new Map<number, number>([
  [0x01, EVENT.blindSpotRear],
  [0x02, EVENT.blindSpotLeft],
  [0x03, EVENT.blindSpotRight],
]);
/** Harsh driving and collisions in the manufacturers' item 70, which has the header of 64. */
const DRIVING: ReadonlyMap<number, number> = new Map<number, number>([
  [0x01, EVENT.harshAcceleration],
  [0x02, EVENT.harshBraking],
  [0x03, EVENT.harshCornering],
  [0x04, EVENT.excessiveIdling],
  [0x16, EVENT.collision],
]);

interface AiItem {
  readonly name: string;
  readonly types: ReadonlyMap<number, number>;
  /** Bytes before the label; a shorter item with this id is another manufacturer's. */
  readonly bytes: number;
  /** Event of a type that is not listed. */
  readonly other: number | null;
}

const AI_ITEMS: ReadonlyMap<number, AiItem> = new Map<number, AiItem>([
  [0x64, { name: 'adas', types: ADAS, bytes: 31, other: EVENT.otherCameraAlarm }],
  [0x65, { name: 'driver', types: DRIVER, bytes: 31, other: EVENT.otherCameraAlarm }],
  [0x67, { name: 'blindSpot', types: BLIND_SPOT, bytes: 25, other: EVENT.otherCameraAlarm }],
  [0x70, { name: 'driving', types: DRIVING, bytes: 6, other: null }],
]);

const STATE_ENDED = 2;

/** Event code of an AI alarm's item; null for other items, and for an alarm's end. */
export function aiEventCode(id: number, value: Buffer): number | null {
  const item = AI_ITEMS.get(id);
  if (item === undefined || value.length < item.bytes || value[4] === STATE_ENDED) return null;
  return item.types.get(value[5] as number) ?? item.other;
}

/** Bits of a tyre that are no alarm: the regular report. */
const REGULAR_REPORT = 1;
const TYRES_AT = 24;
const LABELS = [16, 40];
/** Position, bits, kPa, °C, battery. */
const TYRE_SIZES = [9, 10];
const NOT_AVAILABLE = 0xffff;

/** Tyres (66): after the label, a count and one entry per tyre. */
function tyres(value: Buffer, { attributes, events }: Gathered): boolean {
  for (const label of LABELS) {
    const at = TYRES_AT + label;
    const count = value[at] ?? 0;
    const rest = value.length - at - 1;
    const size = TYRE_SIZES.find((bytes) => bytes * count === rest);
    if (rest < 0 || size === undefined) continue;
    for (let n = 0; n < count; n += 1) readTyre(value.subarray(at + 1 + n * size), size, n);
    return true;
  }
  return false;

  function readTyre(entry: Buffer, size: number, index: number) {
    const at = size - 8;
    const bits = entry.readUInt16BE(at);
    const [pressure, temperature] = [entry.readUInt16BE(at + 2), entry.readInt16BE(at + 4)];
    const tyre = `tyre${entry.readUIntBE(0, at)}`;
    attributes[`${tyre}Bits`] = bits;
    if (pressure !== NOT_AVAILABLE && pressure < 2000) attributes[`${tyre}PressureKpa`] = pressure;
    if (temperature > -60 && temperature < 200) attributes[`${tyre}TemperatureC`] = temperature;
    const isFirst = index === 0 || !events.some(({ code }) => code === EVENT.tyrePressure);
    if ((bits & ~REGULAR_REPORT) !== 0 && isFirst) events.push(state(EVENT.tyrePressure));
  }
}

const aiAlarm =
  (id: number): ItemReader =>
  (value, { attributes, events }) => {
    const item = AI_ITEMS.get(id) as AiItem;
    if (value.length < item.bytes) return false;
    const code = aiEventCode(id, value);
    const event: DeviceEvent[] = code === null ? [] : [pulse(code)];
    events.push(...event);
    attributes[`${item.name}AlarmType`] = value[5] as number;
    if (value.length > 6 && id !== 0x67) attributes[`${item.name}AlarmLevel`] = value[6] as number;
    // The label names the evidence files, so these items stay as bytes too.
    attributes[`item${id.toString(16)}`] = value.toString('hex');
    return true;
  };

export const AI_READERS: ItemReaders = new Map<number, ItemEntry>([
  [0x64, aiAlarm(0x64)],
  [0x65, aiAlarm(0x65)],
  [0x66, tyres],
  [0x67, aiAlarm(0x67)],
  [0x70, aiAlarm(0x70)],
]);
