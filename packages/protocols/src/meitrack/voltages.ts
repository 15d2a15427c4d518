import { scaled } from '../bytes/text-values.ts';

/** Volts of one step of the battery input (AD4) and the supply input (AD5). */
interface Steps {
  readonly battery: number;
  readonly supply: number;
}

const HUNDREDTHS: Steps = { battery: 0.01, supply: 0.01 };
/** Converters of 10 and 12 bits behind voltage dividers (the maker's description of AD4 and AD5). */
const TEN_BITS: Steps = { battery: (3 * 2) / 1024, supply: (3 * 16) / 1024 };
const TWELVE_BITS: Steps = { battery: (3.3 * 2) / 4096, supply: (3.3 * 16) / 4096 };

const MODELS: Readonly<Record<string, Steps>> = {
  MVT340: TEN_BITS,
  MVT380: TEN_BITS,
  T1: TWELVE_BITS,
  T3: TWELVE_BITS,
  MVT100: TWELVE_BITS,
  MVT600: TWELVE_BITS,
  MVT800: TWELVE_BITS,
  TC68: TWELVE_BITS,
  TC68S: TWELVE_BITS,
};

/** A single lithium cell has at most 4.35 V. */
const MAX_CELL_HUNDREDTHS = 460;

/**
 * Voltages of the analogue inputs AD4 and AD5. Their step depends on the model. Without a known
 * model, hundredths of a volt are read, but only if the battery then has the voltage of one cell;
 * otherwise both are null.
 */
export function voltages(battery: number | null, supply: number | null, model: string) {
  const known = MODELS[model.toUpperCase()];
  const isCell = battery !== null && battery <= MAX_CELL_HUNDREDTHS;
  const steps = known ?? (isCell ? HUNDREDTHS : null);
  if (steps === null) return { batteryVoltageV: null, externalVoltageV: null };
  return {
    batteryVoltageV: scaled(battery, steps.battery),
    externalVoltageV: scaled(supply, steps.supply),
  };
}
