import type { DeviceCommandSetting, DeviceInstruction } from '@roadworthy/domain';
import {
  type EncodedInstruction,
  type InstructionSettings,
  setImmobiliser,
  textInstruction,
} from '../instruction.ts';

/*
 * Texts of codec 12, from "FMB SMS/GPRS Commands" and "FMB Parameter list" of the Teltonika wiki.
 */

/** Families whose parameters 10050 and 10055 are the periods while moving; the 6xx differ. */
const FMB_FAMILY = /^(?:FM[BCMTU]|MTB)[0-57-9]\w{0,4}$/i;

/** One output; the others are left as they are. */
const setOutput = (output: number, on: boolean): EncodedInstruction =>
  textInstruction(`setdigout ${'?'.repeat(output - 1)}${on ? 1 : 0}`);

/** The instruction as a text of codec 12. */
export function teltonikaInstruction(
  instruction: DeviceInstruction,
  { model, immobiliser }: InstructionSettings,
): EncodedInstruction | DeviceCommandSetting | null {
  switch (instruction.kind) {
    case 'position':
      return textInstruction('getgps');
    case 'interval': {
      if (model === null || !FMB_FAMILY.test(model.trim())) return null;
      const { seconds } = instruction;
      return textInstruction(`setparam 10050:${seconds};10055:${seconds}`);
    }
    case 'output':
      return setOutput(instruction.output, instruction.on);
    case 'immobilise':
    case 'mobilise':
      return setImmobiliser(instruction.kind, immobiliser, setOutput);
    case 'reboot':
      return { form: 'text', text: 'cpureset', answer: 'none' };
    case 'firmware':
      return textInstruction('getver');
    case 'configuration':
      return textInstruction('getinfo');
    case 'custom':
      return textInstruction(instruction.text);
  }
}
