import type { DeviceCommandSetting, DeviceInstruction } from '@roadworthy/domain';
import {
  type EncodedInstruction,
  type InstructionSettings,
  setImmobiliser,
  textInstruction,
} from '../instruction.ts';

/** Unit of the reporting interval. */
const INTERVAL_UNIT_S = 10;
const OUTPUTS = 5;
const UNCHANGED = '2';

/** C01: the speed below which it acts, 0 for any, and a digit for each output. */
function setOutput(output: number, on: boolean): EncodedInstruction {
  const states = Array.from({ length: OUTPUTS }, (_, index) =>
    index === output - 1 ? (on ? '1' : '0') : UNCHANGED,
  );
  return textInstruction(`C01,0,${states.join('')}`);
}

/** The instruction as a command of the "MEITRACK GPRS Protocol". */
export function meitrackInstruction(
  instruction: DeviceInstruction,
  { immobiliser }: InstructionSettings,
): EncodedInstruction | DeviceCommandSetting | null {
  switch (instruction.kind) {
    // Answered with a report (AAA).
    case 'position':
      return { form: 'text', text: 'A10', answer: 'records' };
    case 'interval':
      return textInstruction(`A12,${Math.ceil(instruction.seconds / INTERVAL_UNIT_S)}`);
    case 'output':
      return setOutput(instruction.output, instruction.on);
    case 'immobilise':
    case 'mobilise':
      return setImmobiliser(instruction.kind, immobiliser, setOutput);
    case 'firmware':
      return textInstruction('E91');
    case 'custom':
      return textInstruction(instruction.text);
    case 'reboot':
    case 'configuration':
      return null;
  }
}
