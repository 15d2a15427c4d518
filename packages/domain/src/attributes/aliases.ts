/**
 * The names that codecs give to attributes, with the name of the dictionary and the factor to its
 * unit. A codec's name has no entry if the documents of its protocol leave its unit open.
 *
 * Sources: the tables of parameters of the codecs in `packages/protocols`; for the positions that
 * Traccar forwards, the units that its class `Position` states.
 */
interface Alias {
  /** Name of the dictionary; `#` is replaced by the number in the codec's name. */
  readonly to: string;
  /** Value of the dictionary's unit for one of the codec's. */
  readonly factor: number;
}

type Row = readonly [from: string, to: string, factor?: number];

/** By precedence: of two names with the same meaning in a record, the earlier counts. */
const ROWS: readonly Row[] = [
  // Fuel
  ['fuelUsedCountedL', 'fuelUsedL'],
  ['fuelUsed', 'fuelUsedL'],
  ['fuelUsedGpsL', 'fuelUsedL'],
  ['engineFuelRateLh', 'fuelRateLh'],
  ['fuelRateLph', 'fuelRateLh'],
  ['fuelConsumption', 'fuelRateLh'],
  ['fuelConsumptionLp100Km', 'fuelRateL100Km'],
  ['fuelRateAverageL100Km', 'fuelRateL100Km'],
  ['fuelRateGpsL100Km', 'fuelRateL100Km'],
  ['fuel#Percent', 'fuelLevel#Percent'],
  ['bleFuelLevel#', 'fuelSensor#Level'],
  ['bleFuelTemperature#C', 'fuelSensor#TemperatureC'],
  ['ultrasonicFuelLevelMm', 'fuelHeightMm'],
  // Electric vehicles
  ['hvBatteryPercent', 'stateOfChargePercent'],
  ['vehicleBatteryPercent', 'stateOfChargePercent'],
  ['hvCharging', 'charging'],
  ['chargingCablePlugged', 'chargingCable'],
  ['batteryRangeKm', 'electricRangeM', 1000],
  ['hvBatteryHealthPercent', 'batteryHealthPercent'],
  ['hvBatteryTemperatureC', 'tractionBatteryTemperatureC'],
  ['hvBatteryVoltageV', 'tractionBatteryVoltageV'],
  ['hybridSystemVoltageV', 'tractionBatteryVoltageV'],
  ['hvBatteryCurrentA', 'tractionBatteryCurrentA'],
  ['hybridSystemCurrentA', 'tractionBatteryCurrentA'],
  ['hvConsumptionKwh100Km', 'energyRateKwh100Km'],
  // Engine
  ['rpm', 'engineSpeedRpm'],
  ['tachographEngineSpeedRpm', 'engineSpeedRpm'],
  ['coolantTemp', 'coolantTemperatureC'],
  ['engineOilTemperatureC', 'oilTemperatureC'],
  ['engineOilPressureKpa', 'oilPressureKpa'],
  ['engineOilLevelPercent', 'oilLevelPercent'],
  ['engineWorkMin', 'engineHours', 1 / 60],
  ['engineWorkCountedMin', 'engineHours', 1 / 60],
  ['dtcCount', 'troubleCodeCount'],
  ['faultCodes', 'troubleCodes'],
  ['dtcs', 'troubleCodes'],
  // Distance
  ['obdDistanceKm', 'vehicleDistanceM', 1000],
  ['vehicleOdometerKm', 'vehicleDistanceM', 1000],
  ['vehicleMileageM', 'vehicleDistanceM'],
  ['tachographDistanceKm', 'vehicleDistanceM', 1000],
  ['tachographOdometerM', 'vehicleDistanceM'],
  ['obdOdometer', 'vehicleDistanceM'],
  ['totalDistance', 'totalDistanceM'],
  ['tripDistanceKm', 'tripDistanceM', 1000],
  ['tripOdometer', 'tripDistanceM'],
  ['remainingRangeKm', 'rangeM', 1000],
  ['distanceToServiceKm', 'distanceToServiceM', 1000],
  ['obdSpeedKmh', 'vehicleSpeedKmh'],
  ['canSpeedKmh', 'vehicleSpeedKmh'],
  ['wheelSpeedKmh', 'vehicleSpeedKmh'],
  ['tachographSpeedKmh', 'vehicleSpeedKmh'],
  // Load
  ['axle#WeightKg', 'axle#LoadKg'],
  ['axleLoadKg', 'loadWeightKg'],
  ['grossCombinationWeightKg', 'combinationWeightKg'],
  // Climate
  ['externalTemperature#C', 'temperature#C'],
  ['serialTemperature#C', 'temperature#C'],
  ['temperatureProbe#C', 'temperature#C'],
  ['recorderTemperature#C', 'temperature#C'],
  ['temp#', 'temperature#C'],
  ['bleTemperature#C', 'wirelessTemperature#C'],
  ['eyeTemperature#C', 'wirelessTemperature#C'],
  ['tag#TemperatureC', 'wirelessTemperature#C'],
  ['tagTemperatureC', 'wirelessTemperature1C'],
  ['wiredHumidity#Percent', 'humidity#Percent'],
  ['humidityPercent', 'humidity1Percent'],
  ['bleHumidity#Percent', 'wirelessHumidity#Percent'],
  ['eyeHumidity#Percent', 'wirelessHumidity#Percent'],
  ['tag#HumidityPercent', 'wirelessHumidity#Percent'],
  ['tagHumidityPercent', 'wirelessHumidity1Percent'],
  ['pcbTemperatureC', 'deviceTemperatureC'],
  ['deviceTemp', 'deviceTemperatureC'],
  // Body
  ['door', 'doorOpen'],
  ['analogInput#Mv', 'analogInput#V', 0.001],
  ['lteRsrpDbm', 'mobileSignalDbm'],
];

const ALIASES: ReadonlyMap<string, Alias & { readonly rank: number }> = new Map(
  ROWS.map(([from, to, factor = 1], rank) => [from, { to, factor, rank: rank + 1 }]),
);

/** The names under which codecs store an attribute that has no number. */
export const codecNamesOf = (key: string): readonly string[] => [
  key,
  ...ROWS.flatMap(([from, to]) => (to === key ? [from] : [])),
];

/** A name of a codec, resolved: the dictionary's name, factor, and rank (0 is the best). */
export interface Resolved {
  readonly name: string;
  readonly factor: number;
  readonly rank: number;
}

/** Resolves a codec's name that is not a name of the dictionary; null if it has no meaning there. */
export function resolveAlias(raw: string): Resolved | null {
  const whole = ALIASES.get(raw);
  if (whole !== undefined) return { name: whole.to, factor: whole.factor, rank: whole.rank };
  const digits = /\d+/.exec(raw);
  if (digits === null) return null;
  const found = ALIASES.get(
    `${raw.slice(0, digits.index)}#${raw.slice(digits.index + digits[0].length)}`,
  );
  if (found === undefined) return null;
  const name = found.to.replace('#', digits[0]);
  return { name, factor: found.factor, rank: found.rank };
}
