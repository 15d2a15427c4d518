import {
  type CodecProtocol,
  DEVICE_COMMAND_KINDS,
  type DeviceCommandKind,
  type DeviceCommandSetting,
  type DeviceInstruction,
  type DeviceProtocol,
} from '@roadworthy/domain';
import { gps103Instruction } from './gps103/instructions.ts';
import { gt06Instruction } from './gt06/instructions.ts';
import { h02Instruction } from './h02/instructions.ts';
import type { EncodedInstruction, InstructionSettings } from './instruction.ts';
import { jt808Instruction } from './jt808/instructions.ts';
import { meitrackInstruction } from './meitrack/instructions.ts';
import { queclinkInstruction } from './queclink/instructions.ts';
import { ruptelaInstruction } from './ruptela/instructions.ts';
import { suntechInstruction } from './suntech/instructions.ts';
import { teltonikaInstruction } from './teltonika/instructions.ts';

/**
 * An instruction as its protocol sends it; the setting that is missing for it; null if the protocol
 * does not have it.
 */
export type InstructionEncoder = (
  instruction: DeviceInstruction,
  settings: InstructionSettings,
) => EncodedInstruction | DeviceCommandSetting | null;

/** Texts in the words of the maker alone. */
const textOnly: InstructionEncoder = (instruction) =>
  instruction.kind === 'custom' ? { form: 'text', text: instruction.text, answer: 'text' } : null;
/** The same to a device whose answers are not known. */
const unansweredText: InstructionEncoder = (instruction) =>
  instruction.kind === 'custom' ? { form: 'text', text: instruction.text, answer: 'none' } : null;

/** CalAmp and Digital Matter are absent: their devices take commands from the maker's service. */
const ENCODERS: Readonly<Partial<Record<CodecProtocol, InstructionEncoder>>> = {
  teltonika: teltonikaInstruction,
  gt06: gt06Instruction,
  jt808: jt808Instruction,
  h02: h02Instruction,
  gps103: gps103Instruction,
  queclink: queclinkInstruction,
  ruptela: ruptelaInstruction,
  meitrack: meitrackInstruction,
  suntech: suntechInstruction,
  tk103: textOnly,
  xexun: unansweredText,
  eelink: textOnly,
  topfly: textOnly,
  galileosky: textOnly,
  navtelecom: textOnly,
  wialon: textOnly,
};

/** Encodes an instruction for a device of a protocol, as {@link InstructionEncoder}. */
export const encodeInstruction = (
  protocol: DeviceProtocol,
  instruction: DeviceInstruction,
  settings: InstructionSettings,
): EncodedInstruction | DeviceCommandSetting | null =>
  ENCODERS[protocol as CodecProtocol]?.(instruction, settings) ?? null;

/** An instruction of each kind, to learn which a device offers. */
const sampleOf = (kind: DeviceCommandKind): DeviceInstruction => {
  switch (kind) {
    case 'interval':
      return { kind, seconds: 60 };
    case 'output':
      return { kind, output: 1, on: true };
    case 'custom':
      return { kind, text: 'x' };
    default:
      return { kind };
  }
};

/** A kind of command that a device has, and the setting that is missing for it. */
export interface OfferedCommand {
  readonly kind: DeviceCommandKind;
  readonly missing: DeviceCommandSetting | null;
}

/** The commands that a device has. */
export function offeredCommands(
  protocol: DeviceProtocol,
  settings: InstructionSettings,
): OfferedCommand[] {
  return DEVICE_COMMAND_KINDS.flatMap((kind) => {
    const encoded = encodeInstruction(protocol, sampleOf(kind), settings);
    if (encoded === null) return [];
    return [{ kind, missing: typeof encoded === 'string' ? encoded : null }];
  });
}
