import { EVENT } from '@roadworthy/domain';
import type { AvlInput } from '@roadworthy/protocols';
import type { Sample } from './drive.ts';
import { electricValues, engineValues } from './energy.ts';
import type { SimulatedVehicle } from './fleet.ts';

/** Green-driving kinds of AVL id 253. */
const HARSH: Readonly<Record<number, number>> = {
  [EVENT.harshAcceleration]: 1,
  [EVENT.harshBraking]: 2,
  [EVENT.harshCornering]: 3,
};

/** A slow wave that makes voltages and temperatures vary, reproducibly by time. */
function wave(timeMs: number, periodMin: number, depth: number): number {
  return Math.sin((timeMs / 60_000 / periodMin) * 2 * Math.PI) * depth;
}

type Io = Exclude<AvlInput['io'], undefined>[number];

/** Values of the engine or the traction battery, by CAN adapter. */
function energyIo(vehicle: SimulatedVehicle, sample: Sample): Io[] {
  if (vehicle.isElectric === true) {
    const { chargePercent, batteryC, rangeM } = electricValues(sample);
    return [
      { id: 152, width: 1, value: Math.round(chargePercent) },
      { id: 151, width: 2, value: Math.round(batteryC * 10) },
      // Codec 8 has only one-byte ids.
      ...(vehicle.codec === '8E'
        ? [{ id: 304, width: 4, value: Math.round(rangeM) } as const]
        : []),
    ];
  }
  const engine = engineValues(vehicle, sample);
  return [
    { id: 83, width: 4, value: Math.round(engine.fuelUsedL * 10) },
    { id: 84, width: 2, value: Math.round(engine.fuelL * 10) },
    { id: 89, width: 1, value: Math.round(engine.fuelPercent) },
    { id: 85, width: 2, value: Math.round(engine.engineSpeedRpm) },
    { id: 102, width: 4, value: Math.round(engine.engineMin) },
    { id: 32, width: 1, value: Math.round(engine.coolantC) },
  ];
}

/** Converts a sample to the record of the vehicle's Teltonika device. */
export function toAvl(vehicle: SimulatedVehicle, sample: Sample): AvlInput {
  const { timeMs, eventCode } = sample;
  const system = vehicle.type === 'STR' ? 24_000 : 12_000;
  const charging = sample.ignition ? system * 0.16 : system * 0.04;
  const voltageMv = Math.round(system + charging + wave(timeMs, 37, system * 0.01));
  const io: Io[] = [
    { id: 239, width: 1, value: sample.ignition ? 1 : 0 },
    { id: 240, width: 1, value: sample.speedKmh > 0 ? 1 : 0 },
    { id: 21, width: 1, value: 4 },
    { id: 66, width: 2, value: voltageMv },
    { id: 67, width: 2, value: Math.round(4050 + wave(timeMs, 90, 60)) },
    { id: 113, width: 1, value: Math.round(92 + wave(timeMs, 90, 6)) },
    { id: 16, width: 4, value: sample.odometerM },
    ...energyIo(vehicle, sample),
  ];
  if (vehicle.hasTemperature) {
    io.push({ id: 72, width: 4, value: Math.round(-180 + wave(timeMs, 48, 25)) });
  }
  if (vehicle.driverTag !== null) {
    const tag = Buffer.from(vehicle.driverTag, 'hex').reverse();
    io.push({ id: 78, width: 8, value: tag.readBigUInt64BE() });
  }
  const harsh = eventCode === null ? undefined : HARSH[eventCode];
  if (harsh !== undefined) io.push({ id: 253, width: 1, value: harsh });
  if (eventCode === EVENT.overSpeed)
    io.push({ id: 255, width: 1, value: Math.min(255, sample.speedKmh) });
  // Codec 8 has only one-byte ids; all of these fit.
  return {
    timeMs,
    latitudeDeg: sample.latitudeDeg,
    longitudeDeg: sample.longitudeDeg,
    altitudeM: Math.round(90 + wave(timeMs, 25, 40)),
    angleDeg: sample.headingDeg,
    satellites: 14,
    speedKmh: sample.speedKmh,
    priority: eventCode === null ? 0 : 1,
    eventIoId: harsh !== undefined ? 253 : eventCode === 43 ? 255 : 0,
    io,
  };
}
