/** What an instruction depends on besides its parameters. */
export interface InstructionSettings {
  /** As the device names itself. */
  readonly deviceId: string;
  /** The registered model; null if unknown. */
  readonly model: string | null;
  /** The password for commands; null if none is stored. */
  readonly password: string | null;
  /** The output with the relay of the immobiliser; null if none is stored. */
  readonly immobiliser: { readonly output: number; readonly cutsWhenOn: boolean } | null;
  /** ms since 1970 UTC. */
  readonly nowMs: number;
}

/**
 * How a device shows that it received an instruction: a text or acknowledgement, its next records, or
 * nothing.
 */
export type InstructionAnswer = 'text' | 'records' | 'none';

/** An instruction in the form in which its session sends it. */
export type EncodedInstruction = { readonly answer: InstructionAnswer } & (
  | { readonly form: 'text'; readonly text: string }
  | { readonly form: 'bytes'; readonly bytes: Uint8Array }
  /** A message of JT/T 808. */
  | { readonly form: 'message'; readonly id: number; readonly body: Uint8Array }
);

/** A text that the device answers with a text. */
export const textInstruction = (text: string): EncodedInstruction => ({
  form: 'text',
  text,
  answer: 'text',
});

/** Switches the immobiliser's output so that it cuts the engine, or restores it. */
export const setImmobiliser = <I>(
  kind: 'immobilise' | 'mobilise',
  immobiliser: InstructionSettings['immobiliser'],
  setOutput: (output: number, on: boolean) => I,
): I | 'immobiliser_output' =>
  immobiliser === null
    ? 'immobiliser_output'
    : setOutput(immobiliser.output, (kind === 'immobilise') === immobiliser.cutsWhenOn);
