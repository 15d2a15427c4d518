import type { DeviceCommandSetting, DeviceInstruction } from '@roadworthy/domain';
import {
  type EncodedInstruction,
  type InstructionSettings,
  setImmobiliser,
  textInstruction,
} from '../instruction.ts';

/** Models of the ST300 family, whose manual lists the commands; others take custom texts alone. */
const ST300_FAMILY = /^ST(?:3[0145]0|480)\w{0,4}$/i;
/** Outputs of the family. */
const OUTPUTS = 2;

/** The instruction as a command of the "ST300/340 operation manual". */
export function suntechInstruction(
  instruction: DeviceInstruction,
  { deviceId, model, immobiliser }: InstructionSettings,
): EncodedInstruction | DeviceCommandSetting | null {
  if (instruction.kind === 'custom') return textInstruction(instruction.text);
  if (model === null || !ST300_FAMILY.test(model.trim())) return null;
  const command = (name: string) => textInstruction(`ST300CMD;${deviceId};02;${name}`);
  const setOutput = (output: number, on: boolean) =>
    output > OUTPUTS ? null : command(`${on ? 'Enable' : 'Disable'}${output}`);
  switch (instruction.kind) {
    // Answered with a status report.
    case 'position':
      return { ...command('StatusReq'), answer: 'records' };
    case 'output':
      return setOutput(instruction.output, instruction.on);
    case 'immobilise':
    case 'mobilise':
      return setImmobiliser(instruction.kind, immobiliser, setOutput);
    case 'reboot':
      return command('Reboot');
    case 'configuration':
      return command('Preset');
    case 'interval':
    case 'firmware':
      return null;
  }
}
