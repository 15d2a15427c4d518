/** One of the manufacturer's parameters (AVL ids): how its bytes are converted to a named value. */
export interface Parameter {
  /** Name with its unit. */
  readonly name: string;
  /**
   * Length of the value in bytes; 0 if it varies. A different length means a different parameter.
   */
  readonly bytes: number;
  /** Value of one step, in the unit of the name. */
  readonly step: number;
  readonly isSigned: boolean;
  /** Range in steps; a value outside means "not available" or a sensor error. */
  readonly low: number;
  readonly high: number;
}

/**
 * Name, bytes, and, if they differ from the defaults, step and range; a low end below zero makes
 * the value signed.
 */
type Row = readonly [
  id: number,
  name: string,
  bytes: number,
  step?: number,
  low?: number,
  high?: number,
];

/** The same parameter of several sensors with consecutive ids. */
function series(
  from: number,
  count: number,
  name: string,
  bytes: number,
  ...range: readonly [step?: number, low?: number, high?: number]
): Row[] {
  return Array.from(
    { length: count },
    (_, index): Row => [from + index, name.replace('#', String(index + 1)), bytes, ...range],
  );
}

const SIGNED_WORD = [-32_768, 32_767] as const;

/** Parameters of the FMB, FMC, FMM, FMT and TAT families, and of those that share their numbers. */
const COMMON: readonly Row[] = [
  // Inputs, outputs, supply, network and position
  ...series(1, 4, 'digitalInput#', 1),
  [6, 'analogInput2Mv', 2],
  [9, 'analogInput1Mv', 2],
  [10, 'sdCard', 1],
  [11, 'iccidPart1', 8],
  [14, 'iccidPart2', 8],
  [15, 'ecoScore', 2, 0.01],
  [16, 'totalOdometerM', 4],
  [17, 'axisXMg', 2, 1, -8000, 8000],
  [18, 'axisYMg', 2, 1, -8000, 8000],
  [19, 'axisZMg', 2, 1, -8000, 8000],
  [21, 'mobileSignal', 1, 1, 0, 5],
  [24, 'gnssSpeedKmh', 2, 1, 0, 1000],
  [66, 'externalVoltageMv', 2],
  [67, 'batteryVoltageMv', 2],
  [68, 'batteryCurrentMa', 2],
  [69, 'gnssStatus', 1, 1, 0, 4],
  [80, 'dataMode', 1, 1, 0, 5],
  [113, 'batteryPercent', 1, 1, 0, 100],
  [179, 'digitalOutput1', 1, 1, 0, 1],
  [180, 'digitalOutput2', 1, 1, 0, 1],
  [181, 'pdop10', 2],
  [182, 'hdop10', 2],
  [199, 'tripOdometerM', 4],
  [200, 'sleepMode', 1, 1, 0, 4],
  [205, 'cellId', 2],
  [206, 'areaCode', 2],
  [237, 'networkType', 1],
  [238, 'userId', 8],
  [239, 'ignition', 1, 1, 0, 1],
  [240, 'movement', 1, 1, 0, 1],
  [241, 'operatorCode', 4],
  [303, 'instantMovement', 1, 1, 0, 1],
  [380, 'digitalOutput3', 1, 1, 0, 1],
  [381, 'groundSense', 1, 1, 0, 1],
  [387, 'isoCoordinates', 0],
  [391, 'privateMode', 1, 1, 0, 1],
  [449, 'ignitionOnS', 4],
  [636, 'cellIdLte', 4],
  [637, 'wakeReason', 1],
  [662, 'door', 1, 1, 0, 1],
  // Fuel: calculated, ultrasonic and RS-485 level sensors
  [12, 'fuelUsedGpsL', 4, 0.001],
  [13, 'fuelRateGpsL100Km', 2, 0.01],
  ...[1, 2, 3, 4, 5].flatMap((n): Row[] => [
    [199 + 2 * n + (n > 2 ? 5 : 0), `fuelSensor${n}Level`, 2, 1, ...SIGNED_WORD],
    [200 + 2 * n + (n > 2 ? 5 : 0), `fuelSensor${n}TemperatureC`, 1, 1, -128, 127],
  ]),
  [327, 'ultrasonicFuelLevelMm', 2, 0.1, ...SIGNED_WORD],
  [483, 'ultrasonicFuelStatus', 1, 1, 0, 6],
  // OBD
  [30, 'dtcCount', 1],
  [31, 'engineLoadPercent', 1, 1, 0, 100],
  [32, 'coolantTemperatureC', 1, 1, -128, 127],
  [33, 'shortFuelTrimPercent', 1, 1, -100, 99],
  [34, 'fuelPressureKpa', 2, 1, 0, 765],
  [35, 'intakeManifoldPressureKpa', 1],
  [36, 'engineSpeedRpm', 2, 1, 0, 16_384],
  [37, 'obdSpeedKmh', 1],
  [38, 'timingAdvanceDeg', 1, 1, -64, 64],
  [39, 'intakeAirTemperatureC', 1, 1, -128, 127],
  [40, 'massAirFlowGs', 2, 0.01],
  [41, 'throttlePercent', 1, 1, 0, 100],
  [42, 'engineRunTimeS', 2],
  [43, 'distanceWithMilKm', 2],
  [44, 'relativeFuelRailPressureKpa', 2, 0.1],
  [45, 'directFuelRailPressureKpa', 2, 10],
  [46, 'commandedEgrPercent', 1, 1, 0, 100],
  [47, 'egrErrorPercent', 1, 1, -100, 100],
  [48, 'fuelLevelPercent', 1, 1, 0, 100],
  [49, 'distanceSinceCodesClearedKm', 2],
  [50, 'barometricPressureKpa', 1],
  [51, 'controlModuleVoltageMv', 2],
  [52, 'absoluteLoadPercent', 2, 1, 0, 25_700],
  [53, 'ambientTemperatureC', 1, 1, -128, 127],
  [54, 'timeWithMilMin', 2],
  [55, 'timeSinceCodesClearedMin', 2],
  [56, 'absoluteFuelRailPressureKpa', 2, 10],
  [57, 'hybridBatteryPercent', 1, 1, 0, 100],
  [58, 'engineOilTemperatureC', 1],
  [59, 'injectionTimingDeg', 2, 0.01, ...SIGNED_WORD],
  [60, 'engineFuelRateLh', 2, 0.01, 0, 32_768],
  [540, 'throttleGroupPercent', 1, 1, 0, 100],
  [541, 'commandedEquivalenceRatio', 1, 0.01, 0, 200],
  [542, 'intakeManifoldPressure2Kpa', 2],
  [759, 'fuelType', 1, 1, 0, 23],
  [389, 'vehicleOdometerKm', 4, 1, 0, 16_777_215],
  [390, 'vehicleFuelLevelL', 2, 0.1],
  [402, 'distanceToServiceKm', 4, 1, -2_147_483_648, 2_147_483_647],
  // Electric vehicles
  [151, 'hvBatteryTemperatureC', 2, 0.1, ...SIGNED_WORD],
  [152, 'hvBatteryPercent', 1, 1, 0, 100],
  [410, 'hvChargeState', 1, 1, 0, 1],
  [411, 'vehicleBatteryPercent', 1, 1, 0, 100],
  [543, 'hybridSystemVoltageV', 2],
  [544, 'hybridSystemCurrentA', 2, 1, ...SIGNED_WORD],
  [755, 'remainingRangeKm', 2],
  [1151, 'hvBatteryHealthPercent', 1, 1, 0, 100],
  // CAN adapters (LV-CAN, ALL-CAN, integrated CAN)
  [81, 'canSpeedKmh', 1],
  [82, 'acceleratorPedalPercent', 1, 1, 0, 100],
  [83, 'fuelUsedL', 4, 0.1],
  [84, 'fuelLevelL', 2, 0.1],
  [85, 'canEngineSpeedRpm', 2, 1, 0, 16_384],
  [87, 'vehicleMileageM', 4],
  [89, 'canFuelLevelPercent', 1, 1, 0, 100],
  [90, 'doorStates', 2],
  [100, 'canProgramNumber', 4],
  [102, 'engineWorkMin', 4],
  [103, 'engineWorkCountedMin', 4],
  [105, 'mileageCountedM', 4],
  [107, 'fuelUsedCountedL', 4, 0.1],
  [110, 'fuelRateLh', 2, 0.1],
  [111, 'adBluePercent', 1, 1, 0, 100],
  [112, 'adBlueL', 2, 0.1],
  [114, 'canEngineLoadPercent', 1, 1, 0, 130],
  [115, 'engineTemperatureC', 2, 0.1, ...SIGNED_WORD],
  ...series(118, 5, 'axle#LoadKg', 2),
  [123, 'controlFlags', 4],
  [124, 'agriculturalFlags', 8],
  [132, 'securityFlags', 8],
  [160, 'canDtcCount', 1],
  [232, 'cngStatus', 1],
  [233, 'cngUsedKg', 4, 0.1],
  [234, 'cngLevelPercent', 2, 1, 0, 100],
  [235, 'oilLevel', 1, 1, 0, 1],
  // Trouble codes and identity
  [256, 'vin', 0],
  [281, 'faultCodes', 0],
  [325, 'vin', 0],
  // Tachograph through a CAN adapter
  [133, 'tachographOdometerM', 4],
  [134, 'tachographTripM', 4],
  [135, 'tachographSpeedKmh', 2],
  [136, 'driverCards', 1],
  [137, 'driver1State', 1],
  [138, 'driver2State', 1],
  ...series(139, 2, 'driver#ContinuousDrivingMin', 2),
  ...series(141, 2, 'driver#BreakMin', 2),
  ...series(143, 2, 'driver#ActivityMin', 2),
  ...series(145, 2, 'driver#DrivingMin', 2),
  [147, 'driver1IdPart1', 8],
  [148, 'driver1IdPart2', 8],
  [149, 'driver2IdPart1', 8],
  [150, 'driver2IdPart2', 8],
  [403, 'driverName', 0],
  [406, 'driverCardId', 0],
  // Identification
  [78, 'ibutton', 8],
  [207, 'rfid', 8],
  [264, 'barcode', 0],
  // Driving style, crash and alarms
  [236, 'alarmButton', 1],
  [243, 'greenDrivingMs', 2],
  [246, 'towing', 1],
  [247, 'crash', 1],
  [248, 'immobilizer', 1],
  [249, 'jamming', 1],
  [250, 'trip', 1],
  [251, 'idling', 1],
  [252, 'unplugged', 1],
  [253, 'greenDrivingType', 1, 1, 0, 4],
  [254, 'greenDrivingValue', 1, 0.01],
  [255, 'overspeedKmh', 1],
  [257, 'crashTrace', 0],
  [258, 'ecoMaximumMg', 8],
  [259, 'ecoAverageMg', 8],
  [260, 'ecoDurationMs', 2],
  [283, 'drivingState', 1],
  [284, 'drivingRecords', 2],
  [285, 'bloodAlcoholGl', 2, 0.001],
  [317, 'crashCount', 1],
  [318, 'gnssJamming', 1],
  [175, 'autoGeofence', 1],
  // Bluetooth sensors
  ...series(25, 4, 'bleTemperature#C', 2, 0.01, -4000, 12_500),
  [20, 'bleBattery2Percent', 1, 1, 0, 100],
  [22, 'bleBattery3Percent', 1, 1, 0, 100],
  [23, 'bleBattery4Percent', 1, 1, 0, 100],
  [29, 'bleBattery1Percent', 1, 1, 0, 100],
  ...[86, 104, 106, 108].map((id, n): Row => [id, `bleHumidity${n + 1}Percent`, 2, 0.1, 0, 1000]),
  ...series(72, 4, 'temperature#C', 4, 0.1, -550, 1150),
  [385, 'beacons', 0],
  [548, 'advancedBeacons', 0],
  ...series(10_644, 6, 'temperatureProbe#C', 2, 0.01, -10_000, 20_000),
  ...series(10_800, 4, 'eyeTemperature#C', 2, 0.01, -4000, 12_500),
  ...series(10_804, 4, 'eyeHumidity#Percent', 1, 1, 0, 100),
  ...series(10_808, 4, 'eyeMagnet#', 1, 1, 0, 1),
  ...series(10_812, 4, 'eyeMovement#', 1, 1, 0, 1),
  ...series(10_816, 4, 'eyePitch#Deg', 1, 1, -90, 90),
  ...series(10_820, 4, 'eyeLowBattery#', 1, 1, 0, 1),
  ...series(10_824, 4, 'eyeBattery#Mv', 2, 1, 2000, 3500),
  ...series(10_832, 4, 'eyeRoll#Deg', 2, 1, -180, 180),
  ...series(10_836, 4, 'eyeMovementCount#', 2),
  ...series(10_840, 4, 'eyeMagnetCount#', 2),
];

/** Numbers that the professional families (FMB6, FMC6, FMM6, FM36, FM63 …) redefine. */
const PROFESSIONAL: readonly Row[] = [
  [79, 'brakeSwitch', 1],
  [80, 'wheelSpeedKmh', 4],
  [81, 'cruiseControl', 1],
  [82, 'clutchSwitch', 1],
  [83, 'powerTakeOff', 1],
  [84, 'acceleratorPedalPercent', 4, 1, 0, 100],
  [85, 'engineLoadPercent', 1, 1, 0, 125],
  [86, 'engineTotalFuelL', 4],
  [87, 'fuelLevelPercent', 4, 1, 0, 100],
  [88, 'engineSpeedRpm', 4, 1, 0, 8191],
  [104, 'engineHours', 4],
  [113, 'serviceDistanceKm', 4, 1, -160_635, 167_040],
  [127, 'coolantTemperatureC', 4, 1, -40, 210],
  [184, 'driver1State', 1],
  [185, 'driver2State', 1],
  [186, 'tachographOverspeed', 1],
  [187, 'driver1Card', 1],
  [188, 'driver2Card', 1],
  [189, 'driver1TimeState', 1],
  [190, 'driver2TimeState', 1],
  [191, 'tachographSpeedKmh', 2],
  [192, 'tachographOdometerM', 4],
  [193, 'tachographTripM', 4],
  [194, 'tachographTime', 4],
  [195, 'driver1IdPart1', 8],
  [196, 'driver1IdPart2', 8],
  [197, 'driver2IdPart1', 8],
  [198, 'driver2IdPart2', 8],
  ...series(701, 4, 'bleTemperature#C', 2, 0.1, -400, 1250),
];

function parameter([, name, bytes, step = 1, low, high]: Row): Parameter {
  const isSigned = low !== undefined && low < 0;
  return { name, bytes, step, isSigned, low: low ?? 0, high: high ?? 256 ** bytes - 1 };
}

/** By id and width: the families share most numbers; those that differ mostly differ in width. */
function indexed(rows: readonly Row[]): Map<number, Parameter[]> {
  const index = new Map<number, Parameter[]>();
  for (const row of rows) index.set(row[0], [...(index.get(row[0]) ?? []), parameter(row)]);
  return index;
}

const DEFAULT = indexed([...COMMON, ...PROFESSIONAL]);
const OF_PROFESSIONAL = indexed([...PROFESSIONAL, ...COMMON]);

/** Models of the professional families. */
const PROFESSIONAL_MODEL = /^(teltonika\s*)?FM([BCMU]6|36|4|5|6)/i;

/** The parameters of a model. */
export function parametersOf(model: string | null): ReadonlyMap<number, readonly Parameter[]> {
  return model !== null && PROFESSIONAL_MODEL.test(model.trim()) ? OF_PROFESSIONAL : DEFAULT;
}

export type Parameters = ReturnType<typeof parametersOf>;

/** The parameter with this number and width. */
export function parameterOf(parameters: Parameters, id: number, bytes: number): Parameter | null {
  const known = parameters.get(id);
  return known?.find((one) => one.bytes === bytes || one.bytes === 0) ?? null;
}
