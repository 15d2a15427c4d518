import { type Row, series } from './row.ts';

/** Tachograph and driver cards of the professional family. */
const TACHOGRAPH: readonly Row[] = [
  [48, 'tachographSource', 1, 1, 0, 4],
  [52, 'drivingWithoutCard', 'flag'],
  ...series(56, 2, 'driver#ContinuousDrivingMin', 2, 1, 0, 64_255),
  ...series(58, 2, 'driver#BreakMin', 2, 1, 0, 64_255),
  ...series(60, 2, 'driver#ActivityMin', 2, 1, 0, 64_255),
  [69, 'driver1DrivingMin', 2, 1, 0, 64_255],
  [77, 'driver2DrivingMin', 2, 1, 0, 64_255],
  [183, 'driveRecognized', 1, 1, 0, 3],
  ...series(184, 2, 'driver#State', 1, 1, 0, 7),
  [186, 'tachographOverspeed', 1, 1, 0, 3],
  ...series(187, 2, 'driver#Card', 1, 1, 0, 3),
  ...series(189, 2, 'driver#TimeState', 1, 1, 0, 15),
  [191, 'tachographSpeedKmh', 2, 1, 0, 255],
  [192, 'tachographDistanceKm', 4, 0.001],
  [193, 'tachographTripKm', 4, 0.001],
  [194, 'tachographTime', 4],
  ...[1, 2].flatMap((driver) => series(193 + 2 * driver, 2, `driver${driver}CardPart#`, 'id')),
  ...series(222, 2, 'card#Country', 1),
  ...series(231, 2, 'registrationPart#', 'id'),
  ...series(233, 2, 'vinPart#', 'id'),
  [235, 'vinPart3', 1],
];

/** Driving and rest times that the tachograph or the device computes. */
const DRIVING_TIMES: readonly Row[] = [
  [10_501, 'preWarningMin', 1],
  [10_502, 'outOfScope', 1],
  [10_503, 'nextCalibrationTime', 4],
  ...[1, 2].flatMap((driver): Row[] => {
    const from = 10_504 + 7 * (driver - 1);
    const name = `driver${driver}`;
    return [
      [from, `${name}DailyRestEnd`, 4],
      [from + 1, `${name}WeeklyRestEnd`, 4],
      [from + 2, `${name}PreviousWeeklyRestEnd`, 4],
      [from + 3, `${name}DailyDrivingMin`, 2, 1, 0, 64_255],
      [from + 4, `${name}WeeklyDrivingMin`, 2, 1, 0, 64_255],
      [from + 5, `${name}UntilDailyRestMin`, 2, 1, 0, 64_255],
      [from + 6, `${name}LongDays`, 1],
      [10_516 + 2 * driver, `${name}FirstName`, 'text'],
      [10_517 + 2 * driver, `${name}Surname`, 'text'],
    ];
  }),
  ...[
    'UntilWeeklyRest',
    'MinimumDailyRest',
    'MinimumWeeklyRest',
    'NextBreak',
    'UntilBreak',
  ].flatMap((name, n) => series(10_522 + 2 * n, 2, `driver#${name}Min`, 2, 1, 0, 64_255)),
  ...[
    'RemainingDriving',
    'RemainingDrivingShift',
    'RemainingDrivingWeek',
    'CompensationLastWeek',
    'CompensationWeekBefore',
    'CompensationSecondWeekBefore',
  ].map((name, n): Row => [10_532 + n, `driver1${name}Min`, 2, 1, 0, 64_255]),
  [10_538, 'driver1TimeInformation', 2],
  ...['RemainingBreak', 'UntilDriving', 'NextDriving'].map(
    (name, n): Row => [10_539 + n, `driver1${name}Min`, 2, 1, 0, 64_255],
  ),
];

/** Mobileye: forward camera. */
const MOBILEYE: readonly Row[] = [
  [288, 'mobileyeSound', 1, 1, 0, 7],
  [289, 'mobileyePedestrianInZone', 'flag'],
  [290, 'mobileyePedestrianWarning', 'flag'],
  [291, 'mobileyeDaylight', 1, 1, 0, 2],
  [292, 'mobileyeErrorValid', 1, 1, 0, 1],
  [293, 'mobileyeErrorCode', 1, 1, 0, 127],
  [294, 'mobileyeZeroSpeed', 'flag'],
  [295, 'mobileyeHeadwayValid', 'flag'],
  [296, 'mobileyeHeadwayS', 1, 0.1, 0, 99],
  [297, 'mobileyeLaneWarningOff', 'flag'],
  [298, 'mobileyeLaneLeft', 'flag'],
  [299, 'mobileyeLaneRight', 'flag'],
  [300, 'mobileyeMaintenance', 'flag'],
  [301, 'mobileyeFailSafe', 'flag'],
  [302, 'mobileyeForwardCollision', 'flag'],
  [304, 'mobileyeHeadwayRepeat', 'flag'],
  [305, 'mobileyeHeadwayLevel', 1, 1, 0, 2],
  [306, 'mobileyeSignLevel', 1, 1, 0, 7],
  [307, 'mobileyeTampering', 'flag'],
  [308, 'highBeam', 'flag'],
  [309, 'lowBeam', 'flag'],
  [310, 'wipers', 'flag'],
  [311, 'rightIndicator', 'flag'],
  [312, 'leftIndicator', 'flag'],
  [313, 'brake', 'flag'],
  [314, 'mobileyeWipersAvailable', 'flag'],
  [315, 'mobileyeLowBeamAvailable', 'flag'],
  [316, 'mobileyeHighBeamAvailable', 'flag'],
  [317, 'mobileyeSpeedAvailable', 'flag'],
  [318, 'mobileyeSpeedKmh', 1],
  ...series(319, 7, 'mobileyeSign#', 'id'),
  [326, 'mobileyeVisionSigns', 'id'],
];

/** Other forward cameras (ADAS) and driver cameras (DSM) at the serial ports. */
const CAMERAS: readonly Row[] = [
  [600, 'adasSpeedKmh', 1],
  [601, 'leftIndicator', 'flag'],
  [603, 'brake', 'flag'],
  [604, 'adasEngineSpeedRpm', 2, 1, 0, 20_000],
  [605, 'adasLaneLeft', 1, 1, 0, 3],
  [606, 'adasLaneRight', 1, 1, 0, 3],
  [607, 'adasLeftDistanceCm', 2, 1, 0, 255],
  [608, 'adasRightDistanceCm', 2, 1, 0, 255],
  [609, 'adasTimeToCollisionS', 1, 0.1],
  [610, 'adasHeadway', 1, 1, 0, 3],
  [611, 'adasFrontVehicleStarted', 1, 1, 0, 3],
  [612, 'adasFrontProximity', 1, 1, 0, 3],
  [613, 'adasForwardCollision', 1, 1, 0, 3],
  [614, 'adasPedestrian', 1, 1, 0, 3],
  [615, 'adasRecording', 1, 1, 0, 2],
  [616, 'adasErrorCode', 1, 1, 0, 2],
  [617, 'adasAheadM', 2, 1, 0, 150],
  [618, 'adasAheadSpeedKmh', 2, 1, -128, 126],
  [619, 'adasSpeedSignState', 1, 1, 0, 3],
  [620, 'roadSignLimitKmh', 1, 1, 0, 120],
  [621, 'adasSpeedSignSensitivity', 1],
  [665, 'adasSdCard', 1, 1, 0, 4],
  [666, 'adasCameraState', 1, 1, 0, 9],
  [667, 'adasRecord', 'bytes'],
  ...driverCamera(1, 11_700),
  ...driverCamera(2, 12_923).filter(([id]) => id !== 12_929),
  [1292, 'dsm2Mask', 'flag'],
  ...['DualCam1Front', 'DualCam1Rear', 'DashCam1', 'DualCam2Front', 'DualCam2Rear', 'DashCam2'].map(
    (name, n): Row => [12_301 + n, `camera${name}State`, 1, 1, 0, 4],
  ),
];

/** A driver camera at a serial port: events, then its state. */
function driverCamera(port: number, from: number): Row[] {
  const events = 'Drowsiness Distraction Yawning Phone Smoking DriverAbsent Mask GSensor';
  return [
    ...events.split(' ').map((name, n): Row => [from + n, `dsm${port}${name}`, 'flag']),
    [from + 8, `dsm${port}DriverName`, 'text'],
    [from + 9, `dsm${port}Recording`, 1, 1, 0, 2],
    [from + 10, `dsm${port}GpsStatus`, 1, 1, 0, 2],
    [from + 11, `dsm${port}SpeedKmh`, 1],
    [from + 12, `dsm${port}ErrorCode`, 1],
    [from + 13, `dsm${port}SeatBelt`, 1, 1, 0, 1],
    [from + 14, `dsm${port}State`, 1, 1, 0, 8],
  ];
}

/** Driver, tachograph and assistance systems of the professional family. */
export const PROFESSIONAL_DRIVER: readonly Row[] = [
  ...TACHOGRAPH,
  ...DRIVING_TIMES,
  ...MOBILEYE,
  ...CAMERAS,
];
