/** How the value of an IO element becomes a named attribute. */
export interface RuptelaParameter {
  /** Name with its unit. */
  readonly name: string;
  /** Value of one step, in the unit of the name. */
  readonly step: number;
  /** Added after the step. */
  readonly offset: number;
  readonly isSigned: boolean;
  /** Range in steps; a value outside means "not available" or a sensor error. */
  readonly low: number;
  readonly high: number;
}

type Row = readonly [
  id: number,
  name: string,
  step?: number,
  low?: number,
  high?: number,
  offset?: number,
];

/** Highest valid values in SAE J1939; above them a value means an error or "not available". */
const J1939_BYTE = 250;
const J1939_WORD = 64_255;
const J1939_DWORD = 0xfaff_ffff;

/** IO elements of the FM, Eco and Tco families (Ruptela protocol, list of IO elements). */
const ROWS: readonly Row[] = [
  [2, 'digitalInput1'],
  [3, 'digitalInput2'],
  [4, 'digitalInput3'],
  [5, 'digitalInput4'],
  [13, 'movement', 1, 0, 1],
  [20, 'analogInput3Mv'],
  [21, 'analogInput4Mv'],
  [22, 'analogInput1Mv'],
  [23, 'analogInput2Mv'],
  [27, 'mobileSignal', 1, 0, 31],
  [32, 'deviceTemperatureC', 1, -128, 127],
  [39, 'engineLoadPercent', 1, 0, 125],
  [74, 'temperature3C', 0.1, -1000, 3000],
  [78, 'temperature0C', 0.1, -1000, 3000],
  [79, 'temperature1C', 0.1, -1000, 3000],
  [80, 'temperature2C', 0.1, -1000, 3000],
  [94, 'engineSpeedRpm', 0.25],
  [95, 'obdSpeedKmh', 1],
  [96, 'coolantTemperatureC', 1, 0, 255, -40],
  [98, 'fuelLevelPercent', 100 / 255],
  [100, 'engineFuelRateLh', 0.05],
  [114, 'vehicleMileageM', 5, 0, J1939_DWORD],
  [150, 'operatorCode'],
  [163, 'tachographOdometerM', 5, 0, J1939_DWORD],
  [164, 'tachographTripM', 5, 0, J1939_DWORD],
  [165, 'tachographSpeedKmh', 1 / 256, 0, J1939_WORD],
  [166, 'tachographEngineSpeedRpm', 0.125, 0, J1939_WORD],
  [170, 'charging', 1, 0, 1],
  [173, 'movement', 1, 0, 1],
  [197, 'engineSpeedRpm', 0.125, 0, J1939_WORD],
  [207, 'fuelLevelPercent', 0.4, 0, J1939_BYTE],
  [208, 'fuelUsedL', 0.5, 0, J1939_DWORD],
  [645, 'vehicleOdometerKm', 1, 0, 16_777_215],
];

function parameter([, name, step = 1, low = 0, high = Infinity, offset = 0]: Row) {
  return { name, step, offset, isSigned: low < 0, low, high };
}

const PARAMETERS: ReadonlyMap<number, RuptelaParameter> = new Map(
  ROWS.map((row) => [row[0], parameter(row)]),
);

/** The named parameter of an IO element; undefined if it is stored by its number. */
export function parameterOf(id: number): RuptelaParameter | undefined {
  return PARAMETERS.get(id);
}

/** Names of elements without a named parameter; made once, because interning is slow. */
const NUMBERED: string[] = [];

/** The attribute of an element without a named parameter. */
export function numberedName(id: number): string {
  NUMBERED[id] ??= `io${id}`;
  return NUMBERED[id];
}
