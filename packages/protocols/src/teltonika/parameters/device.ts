import { customValues, each, PERCENT, type Row, series } from './row.ts';

/** Ids of the zones on the device in the general and the asset families. */
export const ZONES: readonly number[] = [
  155, 156, 157, 158, 159, 61, 62, 63, 64, 65, 70, 88, 91, 92, 93, 94, 95, 96, 97, 98, 99, 153, 154,
  190, 191, 192, 193, 194, 195, 196, 197, 198, 208, 209, 216, 217, 218, 219, 220, 221, 222, 223,
  224, 225, 226, 227, 228, 229, 230, 231,
];

/** Parameters with the same number in all families. */
export const EVERYWHERE: readonly Row[] = [
  ...series(1, 3, 'digitalInput#', 'flag'),
  [21, 'mobileSignal', 1, 1, 0, 5],
  [24, 'gnssSpeedKmh', 2, 1, 0, 350],
  [66, 'externalVoltageV', 2, 0.001],
  [67, 'batteryVoltageV', 2, 0.001],
  [68, 'batteryCurrentMa', 2],
  [78, 'ibutton', 'id'],
  [175, 'autoGeofence', 1, 1, 0, 1],
  [179, 'digitalOutput1', 'flag'],
  [180, 'digitalOutput2', 'flag'],
  [181, 'pdop', 2, 0.1, 0, 500],
  [182, 'hdop', 2, 0.1, 0, 500],
  [199, 'tripDistanceKm', 4, 0.001],
  [200, 'sleepMode', 1, 1, 0, 4],
  [205, 'cellId', 2],
  [205, 'cellId', 4],
  [206, 'areaCode', 2],
  [207, 'rfid', 'id'],
  [239, 'ignition', 'flag'],
  [240, 'motion', 'flag'],
  [241, 'operatorCode', 4],
  [246, 'towing', 'flag'],
  [247, 'crash', 1, 1, 0, 8],
  [249, 'jamming', 'flag'],
  [250, 'trip', 1, 1, 0, 8],
  [253, 'greenDrivingType', 1, 1, 0, 4],
  [254, 'greenDrivingValue', 1, 0.01],
  [255, 'overspeedKmh', 1],
  [257, 'crashTrace', 'bytes'],
  [258, 'ecoMaximumMg', 'id'],
  [259, 'ecoAverageMg', 'id'],
  [260, 'ecoDurationMs', 2],
  [303, 'instantMotion', 'flag'],
  [391, 'privateMode', 1, 1, 0, 1],
  [449, 'ignitionOnS', 4, 1, 0, 2_147_483_647],
  ...[548, 10_500, 10_828, 10_829, 10_831, 11_317].map((id): Row => [id, 'bleTagCount', 'bytes']),
];

/** Parameters of the device itself that the general and the asset families share. */
export const SHARED: readonly Row[] = [
  ...each([9, 6], 'analogInput#V', 2, 0.001),
  [11, 'iccidPart1', 'id'],
  [14, 'iccidPart2', 'id'],
  [15, 'ecoScore', 2, 0.01],
  [16, 'odometerM', 4, 1, 0, 2_147_483_647],
  ...['axisXMg', 'axisYMg', 'axisZMg'].map((name, n): Row => [17 + n, name, 2, 1, -8000, 8000]),
  [69, 'gnssStatus', 1, 1, 0, 4],
  [80, 'dataMode', 1, 1, 0, 5],
  [113, 'batteryPercent', 1, ...PERCENT],
  [236, 'alarmButton', 'flag'],
  [237, 'networkType', 1, 1, 0, 99],
  [243, 'greenDrivingMs', 2],
  [248, 'immobilizer', 1, 1, 0, 2],
  [251, 'idling', 'flag'],
  [252, 'unplugged', 'flag'],
  [263, 'bluetoothStatus', 1, 1, 0, 4],
  [387, 'isoCoordinates', 'text'],
  ...series(622, 2, 'digitalInput#FrequencyHz', 2, 0.1),
  [636, 'cellIdLte', 4],
  [800, 'externalVoltageV', 4, 0.001, 0, 150_000],
  ...each(ZONES, 'geofenceZone#', 1, 1, 0, 3),
];

/** Parameters of the device itself in the general family (FMB, FMC, FMM, FMT, MTB, MSP …). */
export const GENERAL_DEVICE: readonly Row[] = [
  [4, 'pulseCount1', 4],
  [5, 'pulseCount2', 4],
  [8, 'authorizedIbutton', 'id'],
  [10, 'sdCard', 'flag'],
  [12, 'fuelUsedGpsL', 4, 0.001],
  [13, 'fuelRateGpsL100Km', 2, 0.01, 0, 32_767],
  [238, 'userId', 'id'],
  [264, 'barcode', 'text'],
  [283, 'drivingState', 1, 1, 0, 3],
  [284, 'drivingRecords', 2],
  [285, 'bloodAlcoholGl', 2, 0.001, 0, 9999],
  [317, 'crashCount', 1],
  [318, 'gnssJamming', 1, 1, 0, 2],
  [329, 'analogSpeedKmh', 2, 1, 0, 400],
  [380, 'digitalOutput3', 'flag'],
  [381, 'groundSense', 'flag'],
  [383, 'accelerometerCalibration', 1, 1, 0, 3],
  [500, 'installerName', 'text'],
  [501, 'registration', 'text'],
  [502, 'speedSensor', 'flag'],
  [637, 'wakeReason', 1, 1, 0, 1],
  [1412, 'motorcycleFall', 'flag'],
  // Fuel level sensors: RS-232 and RS-485, ultrasonic
  ...each([201, 203, 210, 212, 214], 'fuelSensor#Level', 2, 1, 0, 32_767),
  ...each([202, 204, 211, 213, 215], 'fuelSensor#TemperatureC', 1, 1, -128, 127),
  [327, 'ultrasonicFuelLevelMm', 2, 0.1, -150, 32_767],
  [483, 'ultrasonicFuelStatus', 1],
  // Driver card of the terminal at the serial port
  [403, 'driverName', 'text'],
  [404, 'driverLicenceType', 1, 1, 0, 8],
  [405, 'driverGender', 1, 1, 0, 2],
  [406, 'driverCardId', 4],
  [407, 'driverCardExpiry', 2, 1, 0, 9999],
  [408, 'driverCardIssuer', 4],
  [409, 'driverStatus', 1, 1, 0, 2],
];

/** Sensors over Bluetooth and 1-Wire of the general family; the asset family shares some. */
export const EYE: readonly Row[] = [
  ...series(10_800, 4, 'eyeTemperature#C', 2, 0.01, -4000, 12_500),
  ...series(10_804, 4, 'eyeHumidity#Percent', 1, ...PERCENT),
  ...series(10_808, 4, 'eyeMagnet#', 'flag'),
  ...series(10_812, 4, 'eyeMotion#', 'flag'),
  ...series(10_812, 4, 'eyeMotion#', 'flag2'),
  ...series(10_816, 4, 'eyePitch#Deg', 1, 1, -90, 90),
  ...series(10_820, 4, 'eyeLowBattery#', 'flag'),
  ...series(10_824, 4, 'eyeBattery#V', 2, 0.001, 2000, 3500),
  ...series(10_832, 4, 'eyeRoll#Deg', 2, 1, -180, 180),
  ...series(10_836, 4, 'eyeMotionCount#', 2),
  ...series(10_840, 4, 'eyeMagnetCount#', 2),
];

/** Wired temperature sensors (tenths of a degree) and the ids that they report. */
export const DALLAS: readonly Row[] = [
  ...series(72, 4, 'temperature#C', 4, 0.1, -550, 1150),
  ...each([76, 77, 79, 71], 'temperatureSensorId#', 'id'),
];

export const BLE_BATTERY: readonly Row[] = each(
  [29, 20, 22, 23],
  'bleBattery#Percent',
  1,
  ...PERCENT,
);
export const BLE_BUTTONS: readonly Row[] = [
  ...series(451, 4, 'bleRfid#', 'id'),
  ...series(455, 4, 'bleButtonA#', 'flag'),
  ...series(459, 4, 'bleButtonB#', 'flag'),
];

export const GENERAL_SENSORS: readonly Row[] = [
  ...DALLAS,
  ...EYE,
  ...BLE_BATTERY,
  ...BLE_BUTTONS,
  ...series(25, 4, 'bleTemperature#C', 2, 0.01, -4000, 12_500),
  ...each([86, 104, 106, 108], 'bleHumidity#Percent', 2, 0.1, 0, 1000),
  ...each([269, 272, 275, 278], 'bleFuelTemperature#C', 1, 1, -128, 127),
  ...each([270, 273, 276, 279], 'bleFuelLevel#', 2),
  ...each([271, 274, 277, 280], 'bleFuelBattery#V', 2, 0.01, 0, 2000),
  ...series(306, 4, 'bleFuelFrequency#Hz', 4, 1, 0, 2_147_483_647),
  ...series(331, 4, 'bleCustom#', 'bytes'),
  ...series(335, 4, 'bleIlluminance#Lx', 2),
  ...customValues(463, 4, [2, 3, 4, 5]),
  [385, 'beacons', 'bytes'],
  ...series(10_644, 6, 'temperatureProbe#C', 2, 0.01, -10_000, 20_000),
];
