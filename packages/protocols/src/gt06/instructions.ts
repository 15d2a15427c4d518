import type { DeviceInstruction } from '@roadworthy/domain';
import { type EncodedInstruction, textInstruction } from '../instruction.ts';

/** The text of an instruction in message 80, from the command lists of Concox and Seeworld. */
function textOf(instruction: DeviceInstruction): string | null {
  switch (instruction.kind) {
    case 'position':
      return 'WHERE#';
    case 'interval':
      return `TIMER,${instruction.seconds}#`;
    case 'immobilise':
      return 'RELAY,1#';
    case 'mobilise':
      return 'RELAY,0#';
    case 'reboot':
      return 'RESET#';
    case 'configuration':
      return 'PARAM#';
    case 'firmware':
      return 'VERSION#';
    case 'custom':
      return instruction.text;
    case 'output':
      return null;
  }
}

/** The instruction as a text of message 80. The relay is the device's only output. */
export function gt06Instruction(instruction: DeviceInstruction): EncodedInstruction | null {
  const text = textOf(instruction);
  return text === null ? null : textInstruction(text);
}
