import { EVENT } from '@roadworthy/domain';
import type { Step } from '../motion.ts';
import type { Sink } from '../record.ts';
import { holdLasting, type LastingState, releaseLasting } from './lasting.ts';
import { momentOf } from './moment.ts';
import { advanceSustained, type SustainedRule, type SustainedState } from './sustained.ts';

/** Below the first voltage the device has no external power; from the second on it has. */
const CUT_BELOW_V = 3;
const FED_FROM_V = 6;

/** Cranking lowers the voltage of a good battery for seconds, but not for a minute. */
const LOW_BATTERY: SustainedRule = {
  code: EVENT.lowBattery,
  fromMs: 60_000,
  keep: (before, now) => Math.min(before, now),
};

/** A lead-acid battery is low at the first voltage or below, and recovered from the second on. */
const LEAD_ACID = [
  { fromV: CUT_BELOW_V, belowV: 16, lowBelowV: 11.5, wellFromV: 12 },
  { fromV: 16, belowV: 60, lowBelowV: 23, wellFromV: 24 },
] as const;
/** The device's internal lithium battery. */
const CELL_LOW_BELOW_V = 3.5;
const CELL_WELL_FROM_V = 3.7;

/** Whether the device has external power, and which battery is low. */
export interface PowerState {
  /** Null before the first record with external power. */
  fed: boolean | null;
  vehicleLow: boolean;
  cellLow: boolean;
}

/** The state before the first record. */
export const initialPower = (): PowerState => ({ fed: null, vehicleLow: false, cellLow: false });

/**
 * Power Disconnected (58) lasts while there is no external voltage; Power Restored (59) is raised
 * when it returns. A device that never had external power (a battery device) has neither. The value
 * is in volts.
 */
export function advancePower(
  state: PowerState,
  step: Step,
  lasting: LastingState,
  sink: Sink,
): void {
  const volts = step.record.externalVoltageV;
  if (volts === null) return;
  if (volts >= FED_FROM_V && state.fed !== true) {
    if (state.fed === false) {
      releaseLasting(lasting, EVENT.powerDisconnected, step.toMs, null, sink);
      holdLasting(lasting, EVENT.powerRestored, momentOf(step), volts, step, sink);
      releaseLasting(lasting, EVENT.powerRestored, step.toMs, null, sink);
    }
    state.fed = true;
  } else if (volts < CUT_BELOW_V && state.fed === true) {
    state.fed = false;
    holdLasting(lasting, EVENT.powerDisconnected, momentOf(step), volts, step, sink);
  }
}

function vehicleLow(before: boolean, volts: number | null): boolean {
  if (volts === null) return before;
  // A lorry's 24 V battery never falls so low that it could be taken for a 12 V battery.
  const system = volts < LEAD_ACID[1].fromV ? LEAD_ACID[0] : LEAD_ACID[1];
  if (volts < system.fromV) return false;
  return before ? volts < system.wellFromV : volts < system.lowBelowV;
}

function cellLow(before: boolean, volts: number | null): boolean {
  if (volts === null) return before;
  return before ? volts < CELL_WELL_FROM_V : volts > 0 && volts < CELL_LOW_BELOW_V;
}

/**
 * Low Battery (60): the vehicle's battery (12 or 24 V) or the device's internal one is low for a
 * minute. The value is the lowest voltage in volts.
 */
export function advanceLowBattery(
  power: PowerState,
  state: SustainedState,
  step: Step,
  lasting: LastingState,
  sink: Sink,
): void {
  const { externalVoltageV, batteryVoltageV } = step.record;
  power.vehicleLow = vehicleLow(power.vehicleLow, externalVoltageV);
  power.cellLow = cellLow(power.cellLow, batteryVoltageV);
  const value = power.vehicleLow ? externalVoltageV : power.cellLow ? batteryVoltageV : null;
  advanceSustained(
    state,
    LOW_BATTERY,
    power.vehicleLow || power.cellLow,
    value,
    step,
    lasting,
    sink,
  );
}
