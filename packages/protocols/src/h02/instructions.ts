import type { DeviceInstruction } from '@roadworthy/domain';
import type { EncodedInstruction, InstructionSettings } from '../instruction.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** Time of a command in UTC as `hhmmss`, which the device repeats in its answer. */
function timeOf(nowMs: number): string {
  const now = new Date(nowMs);
  return `${two(now.getUTCHours())}${two(now.getUTCMinutes())}${two(now.getUTCSeconds())}`;
}

/** The type of a command with its fields, from the protocol documents of HuaSunTeK and Sinotrack. */
function fieldsOf(instruction: DeviceInstruction, time: string): string | null {
  switch (instruction.kind) {
    case 'position':
      return 'CR';
    case 'interval':
      return `D1,${time},${instruction.seconds},1`;
    // The first digit leaves out the detection of the engine; the second cuts or restores.
    case 'immobilise':
      return `S20,${time},1,1`;
    case 'mobilise':
      return `S20,${time},1,0`;
    case 'reboot':
      return `R1,${time}`;
    case 'configuration':
      return 'INFO';
    case 'custom':
      return instruction.text;
    case 'output':
    case 'firmware':
      return null;
  }
}

/** The instruction as a text with the mark HQ; devices answer with V4. */
export function h02Instruction(
  instruction: DeviceInstruction,
  { deviceId, nowMs }: InstructionSettings,
): EncodedInstruction | null {
  const fields = fieldsOf(instruction, timeOf(nowMs));
  if (fields === null) return null;
  const bytes = Buffer.from(`*HQ,${deviceId},${fields}#`, 'latin1');
  return { form: 'bytes', bytes, answer: 'text' };
}
