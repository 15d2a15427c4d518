/** A described code: keys of `subject.<key>` and `fault.<key>` in the texts. */
export interface KnownCode {
  readonly subject: string;
  readonly n?: string;
  readonly fault?: string;
}

/** Sensors whose codes follow each other: signal circuit, plausibility, low, high, gaps. */
const SENSORS: readonly (readonly [first: number, subject: string, count?: number])[] = [
  [0x0100, 'airMass'],
  [0x0105, 'manifoldPressure'],
  [0x0110, 'intakeTemperature'],
  [0x0115, 'coolantTemperature'],
  [0x0120, 'throttlePosition'],
  [0x0180, 'fuelTemperature'],
  [0x0190, 'railPressureSensor'],
  [0x0195, 'oilTemperature'],
  [0x0220, 'pedalPosition'],
  [0x0235, 'boostSensor', 4],
  [0x0325, 'knockSensor'],
  [0x0335, 'crankshaft'],
  [0x0340, 'camshaft'],
  [0x0470, 'exhaustPressure'],
  [0x0500, 'vehicleSpeed', 3],
  [0x0520, 'oilPressureSensor', 4],
  [0x0530, 'coolingPressure', 4],
  [0x0705, 'gearSelector'],
  [0x0710, 'transmissionTemperature'],
];
const SENSOR_FAULTS = ['circuit', 'range', 'low', 'high', 'gaps'] as const;

/** Oxygen sensors by bank and place. */
const OXYGEN: readonly (readonly [first: number, place: string])[] = [
  [0x0130, '1/1'],
  [0x0136, '1/2'],
  [0x0150, '2/1'],
  [0x0156, '2/2'],
];
const OXYGEN_FAULTS = ['circuit', 'low', 'high', 'slow', 'none', 'heater'] as const;

/** Codes that count cylinders, coils or gears from 1. */
const NUMBERED: readonly (readonly [
  first: number,
  count: number,
  subject: string,
  fault?: string,
])[] = [
  [0x0201, 8, 'injector', 'circuit'],
  [0x0301, 8, 'misfire'],
  [0x0351, 8, 'ignitionCoil', 'circuit'],
  [0x0671, 8, 'glowPlug', 'circuit'],
  [0x0731, 6, 'gear', 'range'],
];

const SINGLE: Readonly<Record<string, readonly [subject: string, fault?: string]>> = {
  P0011: ['camTiming', 'early'],
  P0012: ['camTiming', 'late'],
  P0016: ['crankCam', 'disagree'],
  P0087: ['railPressure', 'valueLow'],
  P0088: ['railPressure', 'valueHigh'],
  P0093: ['fuelSystem', 'largeLeak'],
  P0128: ['thermostat', 'weak'],
  P0171: ['mixture1', 'lean'],
  P0172: ['mixture1', 'rich'],
  P0174: ['mixture2', 'lean'],
  P0175: ['mixture2', 'rich'],
  P0217: ['engineTemperature', 'valueHigh'],
  P0218: ['transmissionOverheat', 'valueHigh'],
  P0219: ['engineSpeed', 'valueHigh'],
  P0234: ['boostPressure', 'valueHigh'],
  P0299: ['boostPressure', 'valueLow'],
  P0300: ['misfireRandom'],
  P0380: ['glowSystem', 'circuit'],
  P0400: ['exhaustReturn', 'fails'],
  P0401: ['exhaustReturn', 'flowLow'],
  P0402: ['exhaustReturn', 'flowHigh'],
  P0403: ['exhaustReturn', 'circuit'],
  P0404: ['exhaustReturn', 'range'],
  P0410: ['secondaryAir', 'fails'],
  P0420: ['catalyst1', 'weak'],
  P0430: ['catalyst2', 'weak'],
  P0440: ['fuelVapour', 'fails'],
  P0441: ['fuelVapour', 'flowLow'],
  P0442: ['fuelVapour', 'smallLeak'],
  P0443: ['vapourValve', 'circuit'],
  P0446: ['vapourVent', 'circuit'],
  P0455: ['fuelVapour', 'largeLeak'],
  P0456: ['fuelVapour', 'smallLeak'],
  P0460: ['fuelLevel', 'circuit'],
  P0480: ['coolingFan', 'circuit'],
  P0505: ['idle', 'fails'],
  P0506: ['idle', 'valueLow'],
  P0507: ['idle', 'valueHigh'],
  P0524: ['oilPressure', 'valueLow'],
  P0562: ['supplyVoltage', 'valueLow'],
  P0563: ['supplyVoltage', 'valueHigh'],
  P0600: ['network', 'fails'],
  P0601: ['engineComputer', 'memory'],
  P0603: ['engineComputer', 'memory'],
  P0605: ['engineComputer', 'memory'],
  P0606: ['engineComputer', 'fails'],
  P0620: ['alternator', 'circuit'],
  P0638: ['throttleDrive', 'range'],
  P0700: ['transmission', 'fails'],
  P0715: ['inputSpeed', 'circuit'],
  P0717: ['inputSpeed', 'none'],
  P0720: ['outputSpeed', 'circuit'],
  P0722: ['outputSpeed', 'none'],
  P0730: ['transmission', 'range'],
  P0740: ['converterClutch', 'circuit'],
  P0741: ['converterClutch', 'weak'],
  P2002: ['particleFilter', 'weak'],
  P203F: ['adBlueLevel', 'valueLow'],
  P204F: ['adBlueSystem', 'weak'],
  P207F: ['adBlueQuality', 'range'],
  P20EE: ['nitrogenCatalyst', 'weak'],
  P2135: ['throttlePosition', 'disagree'],
  P2200: ['nitrogenSensor', 'circuit'],
  P2263: ['boostPressure', 'range'],
  P242F: ['particleFilter', 'ash'],
  P2452: ['filterPressure', 'circuit'],
  P2463: ['particleFilter', 'soot'],
  C0035: ['wheelSpeed', 'circuit'],
  C0040: ['wheelSpeed', 'circuit'],
  C0045: ['wheelSpeed', 'circuit'],
  C0050: ['wheelSpeed', 'circuit'],
  C0110: ['absPump', 'circuit'],
  B0001: ['driverAirbag', 'circuit'],
  U0001: ['network', 'fails'],
  U0073: ['network', 'lost'],
  U0100: ['engineComputer', 'lost'],
  U0101: ['transmissionComputer', 'lost'],
  U0121: ['lostAbs', 'lost'],
  U0140: ['bodyComputer', 'lost'],
  U0155: ['instruments', 'lost'],
};

/** Codes are counted in decimal within their hexadecimal digits: after P0309 comes P0310. */
const codeOf = (first: number, offset: number) =>
  `P${String(Number(first.toString(16)) + offset).padStart(4, '0')}`;

function* entries(): Generator<[string, KnownCode]> {
  for (const [first, subject, count = SENSOR_FAULTS.length] of SENSORS) {
    for (const [n, fault] of SENSOR_FAULTS.slice(0, count).entries()) {
      yield [codeOf(first, n), { subject, fault }];
    }
  }
  for (const [first, place] of OXYGEN) {
    for (const [n, fault] of OXYGEN_FAULTS.entries()) {
      yield [codeOf(first, n), { subject: 'oxygenSensor', n: place, fault }];
    }
  }
  for (const [first, count, subject, fault] of NUMBERED) {
    for (let n = 0; n < count; n += 1) {
      const known = { subject, n: String(n + 1) };
      yield [codeOf(first, n), fault === undefined ? known : { ...known, fault }];
    }
  }
  for (const [code, [subject, fault]] of Object.entries(SINGLE)) {
    yield [code, fault === undefined ? { subject } : { subject, fault }];
  }
}

/** The described codes of ISO 15031-6. */
export const KNOWN: ReadonlyMap<string, KnownCode> = new Map(entries());

/** The suspect parameters of SAE J1939 that lorries report most, with their `subject`. */
export const SPN_SUBJECTS: Readonly<Record<number, string>> = {
  84: 'vehicleSpeed',
  91: 'pedalPosition',
  94: 'fuelSupplyPressure',
  96: 'fuelLevel',
  97: 'fuelWater',
  98: 'oilLevel',
  100: 'oilPressure',
  102: 'boostPressure',
  105: 'intakeTemperature',
  107: 'airFilter',
  110: 'coolantTemperature',
  111: 'coolantLevel',
  117: 'brakePressure',
  118: 'brakePressure',
  157: 'railPressure',
  158: 'supplyVoltage',
  168: 'supplyVoltage',
  174: 'fuelTemperature',
  175: 'oilTemperature',
  177: 'transmissionTemperature',
  190: 'engineSpeed',
  520: 'retarder',
  563: 'absSystem',
  627: 'supplyVoltage',
  629: 'engineComputer',
  639: 'network',
  651: 'injectors',
  652: 'injectors',
  653: 'injectors',
  654: 'injectors',
  655: 'injectors',
  656: 'injectors',
  723: 'camshaft',
  789: 'wheelSpeed',
  790: 'wheelSpeed',
  791: 'wheelSpeed',
  792: 'wheelSpeed',
  1087: 'brakePressure',
  1088: 'brakePressure',
  1231: 'network',
  1569: 'torqueLimit',
  1761: 'adBlueLevel',
  2791: 'exhaustReturn',
  3031: 'adBlueTemperature',
  3216: 'nitrogenSensor',
  3226: 'nitrogenSensor',
  3251: 'filterPressure',
  3361: 'adBlueSystem',
  3364: 'adBlueQuality',
  3509: 'sensorSupply',
  3510: 'sensorSupply',
  3719: 'particleFilter',
  3720: 'particleFilter',
  4334: 'adBlueSystem',
  4364: 'nitrogenCatalyst',
  5246: 'torqueLimit',
};
