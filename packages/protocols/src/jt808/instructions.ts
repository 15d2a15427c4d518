import type { DeviceInstruction } from '@roadworthy/domain';
import { type EncodedInstruction, textInstruction } from '../instruction.ts';
import { ID } from './message-ids.ts';

/** Parameters of 8103: reports by time, and their interval in seconds. */
const REPORT_STRATEGY = 0x0020;
const REPORT_INTERVAL = 0x0029;
const BY_TIME = 0;
/** Command word of 8105. */
const RESET = 4;

/** A parameter of four bytes: id, length, value. */
function parameter(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(9);
  bytes.writeUInt32BE(id, 0);
  bytes[4] = 4;
  bytes.writeUInt32BE(value, 5);
  return bytes;
}

const message = (id: number, body: Uint8Array = Buffer.alloc(0)): EncodedInstruction => ({
  form: 'message',
  id,
  body,
  answer: 'text',
});

/**
 * The instruction as a message of JT/T 808. The standard has no command for the engine or outputs:
 * 8500 locks doors, and makers’ command words differ.
 */
export function jt808Instruction(instruction: DeviceInstruction): EncodedInstruction | null {
  switch (instruction.kind) {
    case 'position':
      return message(ID.locationRequest);
    case 'interval':
      return message(
        ID.setParameters,
        Buffer.concat([
          Buffer.from([2]),
          parameter(REPORT_STRATEGY, BY_TIME),
          parameter(REPORT_INTERVAL, instruction.seconds),
        ]),
      );
    case 'reboot':
      return message(ID.control, Buffer.from([RESET]));
    case 'configuration':
      return message(ID.parametersRequest);
    case 'firmware':
      return message(ID.terminalRequest);
    case 'custom':
      return textInstruction(instruction.text);
    case 'output':
    case 'immobilise':
    case 'mobilise':
      return null;
  }
}
