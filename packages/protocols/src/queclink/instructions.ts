import type { DeviceCommandSetting, DeviceInstruction } from '@roadworthy/domain';
import {
  type EncodedInstruction,
  type InstructionSettings,
  textInstruction,
} from '../instruction.ts';

/** Sub commands of real time operation (AT+GTRTO) in all families of @Track. */
const SUB_COMMANDS: Readonly<Partial<Record<DeviceInstruction['kind'], string>>> = {
  position: '1',
  configuration: '2',
  reboot: '3',
  firmware: '8',
};

/**
 * The instruction as a text of @Track. Reporting intervals and outputs are not offered: the fields of
 * their commands differ between models. The serial number is not used: commands are sent one by one.
 */
export function queclinkInstruction(
  instruction: DeviceInstruction,
  { password }: InstructionSettings,
): EncodedInstruction | DeviceCommandSetting | null {
  if (instruction.kind === 'custom') return textInstruction(instruction.text);
  const sub = SUB_COMMANDS[instruction.kind];
  if (sub === undefined) return null;
  if (password === null) return 'password';
  return textInstruction(`AT+GTRTO=${password},${sub},,,,,,FFFF$`);
}
