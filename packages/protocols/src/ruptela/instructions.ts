import type { DeviceInstruction } from '@roadworthy/domain';
import {
  type EncodedInstruction,
  type InstructionSettings,
  textInstruction,
} from '../instruction.ts';

/** Words of "PRO3 / ECO3 / TCO3 SMS commands list". */
const WORDS: Readonly<Partial<Record<DeviceInstruction['kind'], string>>> = {
  position: 'coords',
  reboot: 'reset',
  firmware: 'version',
};

/** The instruction as a text message: the password, or nothing, a blank, and the command. */
export function ruptelaInstruction(
  instruction: DeviceInstruction,
  { password }: InstructionSettings,
): EncodedInstruction | null {
  if (instruction.kind === 'custom') return textInstruction(instruction.text);
  const word = WORDS[instruction.kind];
  return word === undefined ? null : textInstruction(`${password ?? ''} ${word}`);
}
