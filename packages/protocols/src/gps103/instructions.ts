import type { DeviceInstruction } from '@roadworthy/domain';
import type { EncodedInstruction, InstructionAnswer, InstructionSettings } from '../instruction.ts';

const MINUTE_S = 60;
const HOUR_S = 3600;
const two = (value: number) => String(Math.round(value)).padStart(2, '0');

/** An interval in whole seconds, minutes or hours, as `30s`, `02m` or `01h`. */
function intervalText(seconds: number): string {
  if (seconds >= HOUR_S) return `${two(seconds / HOUR_S)}h`;
  return seconds > 99 ? `${two(seconds / MINUTE_S)}m` : `${two(seconds)}s`;
}

/** The keyword of an instruction, from the GPRS protocol of Coban. */
function keywordOf(instruction: DeviceInstruction): string | null {
  switch (instruction.kind) {
    case 'position':
      return 'B';
    case 'interval':
      return `C,${intervalText(instruction.seconds)}`;
    case 'immobilise':
      return 'J';
    case 'mobilise':
      return 'K';
    case 'custom':
      return instruction.text;
    default:
      return null;
  }
}

/** The instruction as a keyword. A device answers the request for its position alone, with one. */
export function gps103Instruction(
  instruction: DeviceInstruction,
  { deviceId }: InstructionSettings,
): EncodedInstruction | null {
  const keyword = keywordOf(instruction);
  if (keyword === null) return null;
  const answer: InstructionAnswer = instruction.kind === 'position' ? 'records' : 'none';
  const bytes = Buffer.from(`**,imei:${deviceId},${keyword};`, 'latin1');
  return { form: 'bytes', bytes, answer };
}
