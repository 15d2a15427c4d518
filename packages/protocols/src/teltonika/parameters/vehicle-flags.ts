import { flags, type Row } from './row.ts';

/** Indicators of the dashboard, in the sequence of the CAN adapter. */
const INDICATORS = `
  checkEngine absFault espFault espOff stopIndicator oilLevelIndicator coolantLevelIndicator
  batteryNotCharging handbrakeIndicator airbagFault epsFault warningIndicator lightsFailure
  lowTyrePressure brakePadsWorn lowFuelLevel maintenanceRequired glowPlug particulateFilter
  epcFault oilFilterClogged lowOilPressure highOilTemperature lowCoolantLevel`;
const HYDRAULICS = `hydraulicFilterClogged lowHydraulicPressure lowHydraulicOilLevel`;
const FILTERS = `
  highHydraulicTemperature hydraulicOilOverflow airFilterClogged fuelFilterClogged waterInFuel
  brakeFilterClogged lowWasherFluid lowAdBlueLevel lowTrailerTyrePressure trailerBrakeLiningWorn
  highTrailerBrakeTemperature trailerAirSupplyFault lowCngLevel`;

/** Agricultural machines. */
const MACHINE = `
  rightJoystickRight rightJoystickLeft rightJoystickForward rightJoystickBack leftJoystickRight
  leftJoystickLeft leftJoystickForward leftJoystickBack rearHydraulic1 rearHydraulic2
  rearHydraulic3 rearHydraulic4 frontHydraulic1 frontHydraulic2 frontHydraulic3 frontHydraulic4
  frontHitch rearHitch frontPowerTakeOff rearPowerTakeOff mowing threshing grainRelease
  grainTankFull grainTank70Percent grainTankOpen unloaderDrive cleaningFanOff threshingDrumOff
  strawWalkerClogged threshingClearanceExcessive lowDriveHydraulicTemperature
  highDriveHydraulicTemperature earAugerSlow grainAugerSlow strawChopperSlow strawShakerSlow
  feederSlow strawChopperOn cornHeader grainHeader feederReverse hydraulicPumpFilterClogged`;
const SPRAYING = Array.from({ length: 9 }, (_, n) => `section${n + 1}Spraying`).join(' ');

/** Municipal vehicles. */
const UTILITY = `
  saltSpreading pouringChemicals conveyorBelt saltSpreaderDriveWheel brushes vacuumCleaner
  waterSupply pressureWasher liquidPump hopperUnloading lowSaltLevel lowWaterLevel chemicals
  compressor waterValveOpen cabinMovedUp cabinMovedDown`;

const CISTERN = Array.from(
  { length: 8 },
  (_, n) => `cistern${n + 1}FluidInPipe cistern${n + 1}Filled cistern${n + 1}Overfilled`,
).join(' ');

/** States that a CAN adapter reports one by one, in the general family. */
export const GENERAL_FLAGS: readonly Row[] = [
  ...flags(
    652,
    `keyInIgnition handbrake frontLeftDoor frontRightDoor rearLeftDoor rearRightDoor trunk neutral
    parkingGear reverse door`,
  ),
  ...flags(
    898,
    `canIgnition webasto engineRunning standaloneEngine readyToDrive engineOnCng companyMode
    operatorPresent interlock engineLocked engineLockRequested roofOpen footBrake - -
    engineCoverOpen chargingCablePlugged charging electricEngine closedByRemote factoryAlarm
    factoryAlarmEmulated remoteCloseSignal remoteOpenSignal rearmingSignal trunkOpenedByRemote
    canModuleAsleep remotePressed3Times factoryArmed driveGear parkingLights lowBeam highBeam
    rearFogLight frontFogLight additionalFrontLights additionalRearLights lightSignal
    airConditioning cruiseControl automaticRetarder manualRetarder driverSeatBelt
    frontPassengerSeatBelt rearLeftSeatBelt rearRightSeatBelt rearCentreSeatBelt
    frontPassengerPresent powerTakeOff frontDifferentialLocked rearDifferentialLocked
    centralDifferentialHighLocked centralDifferentialLowLocked trailerAxle1Lifted
    trailerAxle2Lifted ${INDICATORS} ${HYDRAULICS} ${FILTERS} ${MACHINE} ${UTILITY} ${CISTERN}`,
  ),
  // One means released and off: the manufacturer states these two the other way round.
  [911, 'clutchState', 1, 1, 0, 1],
  [912, 'hazardLightsState', 1, 1, 0, 1],
  ...flags(
    1083,
    `engineOnDualFuel engineOnLpg trailerConnected startStopInactive adapterPressureFilter
    service2Required drainFilterClogged ${SPRAYING} hydraulicsNotPermitted`,
  ),
];

/** Flags of the FMC650 that the manufacturer names with both meanings of one: they stay raw. */
const UNCLEAR: ReadonlySet<number> = new Set([
  12_739, 12_784, 12_788, 12_845, 12_846, 12_848, 12_851, 12_852,
]);

/** The same states in the FMC650, with numbers of its own. */
export const FMC650_FLAGS: readonly Row[] = [
  ...['security', 'control', 'indicator'].map(
    (name, n): Row => [12_710 + n, `${name}FlagsP4`, 'id'],
  ),
  ...flags(
    12_713,
    `canIgnition keyInIgnition webasto engineRunning standaloneEngine readyToDrive engineOnCng
    companyMode operatorPresent interlock engineLocked engineLockRequested handbrake footBrake
    - - frontLeftDoor rearLeftDoor rearRightDoor trunk engineCoverOpen roofOpen
    chargingCablePlugged charging electricEngine closedByRemote door factoryAlarm
    factoryAlarmEmulated remoteCloseSignal remoteOpenSignal rearmingSignal canModuleAsleep
    remotePressed3Times factoryArmed driveGear parkingGear reverse neutral engineOnDualFuel
    engineOnLpg parkingLights lowBeam highBeam rearFogLight frontFogLight additionalFrontLights
    additionalRearLights lightSignal trailerConnected airConditioning cruiseControl
    automaticRetarder manualRetarder driverSeatBelt frontPassengerSeatBelt rearLeftSeatBelt
    rearRightSeatBelt rearCentreSeatBelt frontPassengerPresent startStopInactive powerTakeOff
    frontDifferentialLocked rearDifferentialLocked centralDifferentialHighLocked
    centralDifferentialLowLocked trailerAxle1Lifted trailerAxle2Lifted ${INDICATORS} ${FILTERS}
    ${MACHINE} adapterPressureFilter service2Required drainFilterClogged ${SPRAYING} ${UTILITY}
    hydraulicsNotPermitted ${CISTERN} frontRightDoor ${HYDRAULICS} trunkOpenedByRemote`,
  ).filter(([id]) => !UNCLEAR.has(id)),
  ...['agricultural', 'utility', 'cistern'].map(
    (name, n): Row => [12_920 + n, `${name}FlagsP4`, 'id'],
  ),
];
