import { eventType, HARSH_LIMITS, overSpeedAboveKmh, type VehicleType } from '@roadworthy/domain';
import type { Step } from '../motion.ts';
import type { Sink } from '../record.ts';
import { advanceDriver, type DriverState, driverAt } from './driver.ts';
import { advanceIdling, advanceOverSpeed } from './driving.ts';
import { advanceHarsh, type HarshState, initialHarsh } from './harsh.ts';
import { advanceIgnition, type IgnitionState } from './ignition.ts';
import {
  endUnreported,
  forgetEnded,
  initialLasting,
  type LastingState,
  reportLasting,
} from './lasting.ts';
import { advanceLowBattery, advancePower, initialPower, type PowerState } from './power.ts';
import { advancePulses, initialPulses, type PulseState, tellPulse } from './pulses.ts';
import { initialSustained, type SustainedState } from './sustained.ts';
import { advanceTowing, type TowingState } from './towing.ts';

export interface EventState {
  readonly pulses: PulseState;
  readonly lasting: LastingState;
  readonly driver: DriverState;
  readonly ignition: IgnitionState;
  readonly harsh: HarshState;
  readonly overSpeed: SustainedState;
  readonly idling: SustainedState;
  readonly power: PowerState;
  readonly lowBattery: SustainedState;
  readonly towing: TowingState;
  readonly towed: SustainedState;
}

/** The state before the first record. */
export const initialEvents = (): EventState => ({
  pulses: initialPulses(),
  lasting: initialLasting(),
  driver: { tag: null, seenMs: 0 },
  ignition: { on: null },
  harsh: initialHarsh(),
  overSpeed: initialSustained(),
  idling: initialSustained(),
  power: initialPower(),
  lowBattery: initialSustained(),
  towing: { parked: null },
  towed: initialSustained(),
});

/** Raises the events that the device reports; codes that are not in the catalogue are ignored. */
function reportCodes(state: EventState, step: Step, sink: Sink): void {
  for (const code of step.record.eventCodes) {
    const kind = eventType(code)?.kind;
    if (kind === 'pulse') tellPulse(state.pulses, code, 'device', step, sink);
    else if (kind === 'state') reportLasting(state.lasting, code, step, sink);
  }
}

/**
 * Events of a vehicle (requirements E-24 to E-31, and additional codes): reports of the device have
 * priority, computed events are added if the device reported none, and two reports of the same code
 * within 10 seconds are one event, that of the device.
 *
 * @returns a function that processes one step; it also sets the step's driver
 */
export function createEvents(type: VehicleType) {
  const limits = HARSH_LIMITS[type];
  const aboveKmh = overSpeedAboveKmh(type);
  return (state: EventState, step: Step, sink: Sink): void => {
    const { pulses, lasting } = state;
    step.driverTag = driverAt(state.driver, step.record.driverTag);
    advancePulses(pulses, step, sink);
    forgetEnded(lasting, step);
    reportCodes(state, step, sink);
    advanceDriver(state.driver, step, pulses, sink);
    advanceIgnition(state.ignition, step, pulses, sink);
    advanceHarsh(state.harsh, limits, step, pulses);
    advanceOverSpeed(state.overSpeed, aboveKmh, step, lasting, sink);
    advanceIdling(state.idling, step, lasting, sink);
    advancePower(state.power, step, lasting, sink);
    advanceLowBattery(state.power, state.lowBattery, step, lasting, sink);
    advanceTowing(state.towing, state.towed, step, lasting, sink);
    if (lasting.list.length > 0) endUnreported(lasting, step, sink);
  };
}
