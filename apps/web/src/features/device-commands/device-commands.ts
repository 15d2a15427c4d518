import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { type DeviceCommandKind, REPORT_INTERVAL_S } from '@roadworthy/domain';
import type { TFunction } from 'i18next';

type Calls = typeof contract.deviceCommands;
export type DeviceCommand = AnswerOf<Calls['list']>['results'][number];
export type Offers = AnswerOf<Calls['offers']>;
export type CommandedDevice = Offers['devices'][number];
export type SendBody = BodyOf<Calls['send']>;

/** The fields of the dialog, as they are entered. */
export interface CommandDraft {
  readonly trackerId: number | null;
  readonly kind: DeviceCommandKind | '';
  readonly seconds: string;
  readonly output: string;
  readonly on: boolean;
  readonly text: string;
  readonly hours: string;
  readonly reason: string;
  readonly password: string;
  readonly code: string;
}

export const EMPTY_DRAFT: CommandDraft = {
  trackerId: null,
  kind: '',
  seconds: '60',
  output: '1',
  on: true,
  text: '',
  hours: '24',
  reason: '',
  password: '',
  code: '',
};

/** Whether a command acts on the immobiliser, which needs reason and password. */
export const isImmobiliser = (kind: string): kind is 'immobilise' | 'mobilise' =>
  kind === 'immobilise' || kind === 'mobilise';

/** Hours that a command may wait for its device. */
export const WAIT_HOURS = [1, 24, 168] as const;

function instructionOf(draft: CommandDraft): SendBody['instruction'] | null {
  switch (draft.kind) {
    case '':
      return null;
    case 'interval':
      return { kind: 'interval', seconds: Number(draft.seconds) };
    case 'output':
      return { kind: 'output', output: Number(draft.output), on: draft.on };
    case 'custom':
      return { kind: 'custom', text: draft.text.trim() };
    default:
      return { kind: draft.kind };
  }
}

/** The body of the call; null before a command is selected. */
export function bodyOf(draft: CommandDraft): SendBody | null {
  const instruction = instructionOf(draft);
  if (instruction === null) return null;
  const confirmation = isImmobiliser(draft.kind)
    ? { password: draft.password, ...(draft.code === '' ? {} : { code: draft.code }) }
    : {};
  return {
    instruction,
    ...(draft.trackerId === null ? {} : { tracker: draft.trackerId }),
    expires_in_hours: Number(draft.hours),
    reason: draft.reason,
    ...confirmation,
  };
}

/** Errors that the browser detects, by field. */
export function faultsIn(draft: CommandDraft, t: TFunction): Record<string, string[]> {
  const required = [t('deviceCommands.required')];
  const seconds = Number(draft.seconds);
  const { min, max } = REPORT_INTERVAL_S;
  return {
    ...(draft.kind === '' ? { kind: required } : {}),
    ...(draft.kind === 'interval' &&
    !(Number.isInteger(seconds) && seconds >= min && seconds <= max)
      ? { seconds: [t('deviceCommands.intervalRange', { min, max })] }
      : {}),
    ...(draft.kind === 'custom' && draft.text.trim() === '' ? { text: required } : {}),
    ...(isImmobiliser(draft.kind) && draft.reason.trim() === '' ? { reason: required } : {}),
    ...(isImmobiliser(draft.kind) && draft.password === '' ? { password: required } : {}),
  };
}

/** A command in words, such as “Reporting interval: 60 s”. */
export function commandText(instruction: DeviceCommand['instruction'], t: TFunction): string {
  const name = t(`deviceCommands.kind.${instruction.kind}`);
  switch (instruction.kind) {
    case 'interval':
      return `${name}: ${t('deviceCommands.seconds', { seconds: instruction.seconds })}`;
    case 'output':
      return `${name} ${instruction.output}: ${t(instruction.on ? 'deviceCommands.on' : 'deviceCommands.off')}`;
    case 'custom':
      return `${name}: ${instruction.text}`;
    default:
      return name;
  }
}

/** The state of a command in words, with the reason of a failure. */
export function stateText(one: DeviceCommand, t: TFunction): string {
  if (one.state === 'waiting' && one.waits_for_stop) return t('deviceCommands.state.waitingStop');
  if (one.state === 'sent' && one.ended_at !== null) return t('deviceCommands.state.sentOnly');
  const state = t(`deviceCommands.state.${one.state}`);
  return one.failure === null ? state : `${state}: ${t(`deviceCommands.failure.${one.failure}`)}`;
}
