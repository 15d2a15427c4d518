import { customValues, each, PERCENT, type Row, SIGNED_WORD, series } from './row.ts';

/** Ids of the zones on the device in the professional family, 1 to 100. */
export const PROFESSIONAL_ZONES: readonly number[] = [
  ...Array.from({ length: 20 }, (_, n) => 155 + n),
  ...Array.from({ length: 30 }, (_, n) => 327 + n),
  ...Array.from({ length: 50 }, (_, n) => 550 + n),
];

/** Parameters of the device itself in the professional family (FMB6, FMC6, FMM6, FM36, FM63 …). */
const DEVICE: readonly Row[] = [
  [4, 'digitalInput4', 'flag'],
  [9, 'analogInput1V', 2, 0.001, 0, 30_000],
  [10, 'analogInput2V', 2, 0.001, 0, 30_000],
  [11, 'analogInput3V', 2, 0.001, 0, 30_000],
  [245, 'analogInput4V', 2, 0.001, 0, 30_000],
  [22, 'dataMode', 1, 1, 0, 5],
  ...series(50, 2, 'digitalOutput#', 'flag').map(
    ([id, , kind], n): Row => [id, `digitalOutput${n + 3}`, kind],
  ),
  [70, 'pcbTemperatureC', 2, 0.1, -550, 1150],
  [71, 'gnssStatus', 1, 1, 0, 5],
  [76, 'fuelPulseCount', 4],
  [144, 'sdCard', 'flag'],
  [178, 'networkType', 1, 1, 0, 4],
  [216, 'odometerM', 4],
  [217, 'rfid2', 'id'],
  [218, 'imsi', 'id'],
  ...series(219, 3, 'iccidPart#', 'id'),
  ...['axisXMg', 'axisYMg', 'axisZMg'].map((name, n): Row => [236 + n, name, 2, 1, -8000, 8000]),
  [242, 'dataLimitHit', 1, 1, 0, 1],
  [243, 'idling', 'flag'],
  [244, 'cameraImage', 4],
  [248, 'geofenceZoneOverspeed', 1],
  [251, 'immobilizer', 1, 1, 0, 3],
  [252, 'authorizedDriving', 1, 1, 0, 3],
  ...series(358, 4, 'customScenario#', 'flag'),
  [483, 'pulseCount2', 4],
  [10_009, 'ecoScore', 2, 0.01],
  [10_456, 'ferryOrTrain', 1],
  [10_611, 'serialPort1Data', 'bytes'],
  [10_612, 'serialPort2Data', 'bytes'],
  [10_911, 'pulseCount1', 4],
  ...each([10_640, 10_642, 10_913, 10_916], 'pulseFrequency#Hz', 4),
  ...each([10_641, 10_643, 10_914, 10_917], 'pulseSpeed#Rpm', 4),
  [10_912, 'pulseCount3', 4],
  [10_915, 'pulseCount4', 4],
  ...each(PROFESSIONAL_ZONES, 'geofenceZone#', 1, 1, 0, 3),
];

/** Sensors: 1-Wire, Bluetooth, fuel, temperature recorders. */
const SENSORS: readonly Row[] = [
  ...each([72, 73, 74, 75, 6, 8], 'temperature#C', 2, 0.1, -550, 1150),
  ...each([62, 63, 64, 65, 5, 7], 'temperatureSensorId#', 'id'),
  ...each([201, 203, 210, 212, 214], 'fuelSensor#Level', 2, 1, 0, 32_767),
  ...each([202, 204, 211, 213, 215], 'fuelSensor#TemperatureC', 1, 1, -128, 127),
  ...series(208, 2, 'ultrasonicFuel#Status', 1),
  ...series(224, 2, 'ultrasonicFuelLevel#Mm', 2, 0.1, -150, 32_767),
  ...series(484, 6, 'externalTemperature#C', 2, 1, -100, 300),
  ...series(701, 4, 'bleTemperature#C', 2, 0.1, -400, 1250),
  ...series(705, 4, 'bleBattery#Percent', 1, ...PERCENT),
  ...series(709, 4, 'bleHumidity#Percent', 2, 0.1, 0, 1000),
  ...series(713, 4, 'bleCustom#', 'id'),
  ...series(717, 4, 'bleIlluminance#Lx', 2),
  ...series(721, 4, 'bleFuelLevel#', 2),
  ...series(725, 4, 'bleFuelFrequency#Hz', 4),
  ...customValues(729, 4, [2, 3, 4, 5]),
  ...series(10_464, 4, 'externalDigitalSensor#', 'flag'),
  ...series(10_487, 6, 'wiredHumidity#Percent', 1, ...PERCENT),
  ...series(10_644, 6, 'temperatureProbe#C', 2, 0.01, -10_000, 20_000),
  ...series(10_683, 4, 'recorderTemperature#C', 2, 0.1, ...SIGNED_WORD),
  ...series(10_687, 4, 'recorderStatus#', 1),
  ...series(10_691, 4, 'recorderAlarm#', 1),
  ...series(10_695, 6, 'recorderInput#C', 2, 0.1, ...SIGNED_WORD),
  ...series(10_701, 3, 'recorderSetpoint#C', 2, 0.1, ...SIGNED_WORD),
];

/** Tyre pressure monitoring: the units depend on the system, so the values have none. */
const TYRES: readonly Row[] = [
  [10_189, 'tyreCount', 1],
  [10_190, 'axleCount', 1],
  [10_191, 'tyrePositions', 'id'],
  ...series(10_192, 24, 'tyre#Pressure', 1),
  ...Array.from({ length: 24 }, (_, n) => n + 1).flatMap((tyre): Row[] => [
    [10_358 + 2 * tyre, `tyre${tyre}Temperature`, 1],
    [10_359 + 2 * tyre, `tyre${tyre}Warning`, 1],
  ]),
];

/** Refrigerated trailers: states (the temperatures have no published step and stay raw). */
const TRAILER: readonly Row[] = [
  ...[10_045, 10_054, 10_063].flatMap((id, n): Row[] => [
    [id, `compartment${n + 1}State`, 1, 1, 0, 15],
    [id + 1, `compartment${n + 1}Mode`, 1],
  ]),
  [10_053, 'compartment1PowerMode', 1, 1, 0, 7],
  [10_071, 'compartment3OperatingMode', 1, 1, 0, 7],
  [10_352, 'refrigeratorAlarmLevel', 1],
  [10_354, 'refrigeratorCommunication', 1],
  [10_355, 'trailerDoors', 1],
  [10_356, 'refrigeratorSerial', 'id'],
  [10_357, 'trailerSerial', 'id'],
  [10_472, 'refrigeratorManufacturer', 1],
  [10_473, 'refrigeratorBatteryFlags', 1],
  [10_474, 'refrigeratorFuelFlags', 1],
  ...series(10_475, 5, 'maintenance#Hours', 4),
  [10_480, 'refrigeratorRunMode', 1],
  [10_639, 'refrigeratorFaultCodes', 'bytes'],
];

/** Manual CAN: values that the operator configured, so only they know the meaning. */
const MANUAL_CAN: readonly Row[] = [
  ...Array.from({ length: 10 }, (_, n) => 145 + n),
  ...Array.from({ length: 10 }, (_, n) => 380 + n),
  ...Array.from({ length: 50 }, (_, n) => 10_298 + n),
].flatMap((id, n): Row[] => {
  const name = `manualCan${String(n).padStart(2, '0')}`;
  return [
    [id, name, 1],
    [id, name, 2],
    [id, name, 4],
    [id, name, 'id'],
  ];
});

/** Parameters of the professional family, without those of the vehicle, driver and assistance. */
export const PROFESSIONAL: readonly Row[] = [
  ...DEVICE,
  ...SENSORS,
  ...TYRES,
  ...TRAILER,
  ...MANUAL_CAN,
];
