/** Message ids. */
export const ID = {
  deviceAnswer: 0x0001,
  heartbeat: 0x0002,
  signOff: 0x0003,
  timeRequest: 0x0004,
  register: 0x0100,
  authenticate: 0x0102,
  parameters: 0x0104,
  terminal: 0x0107,
  clockRequest: 0x0109,
  location: 0x0200,
  locationAnswer: 0x0201,
  shortBatch: 0x0210,
  questionAnswer: 0x0302,
  heartbeat2: 0x0506,
  commandAnswer: 0x0701,
  driver: 0x0702,
  batch: 0x0704,
  can: 0x0705,
  mediaData: 0x0801,
  photographs: 0x0805,
  passthrough: 0x0900,
  capabilities: 0x1003,
  timeZone: 0x1007,
  recordings: 0x1205,
  uploaded: 0x1206,
  messageAnswer: 0x1300,
  acceleration: 0x2070,
  jointechAnswer: 0x4401,
  jointechLocation: 0x5501,
  jointechBlindLocation: 0x5502,
  textAnswer: 0x6006,
  answer: 0x8001,
  resend: 0x8003,
  timeAnswer: 0x8004,
  registerAnswer: 0x8100,
  setParameters: 0x8103,
  parametersRequest: 0x8104,
  control: 0x8105,
  terminalRequest: 0x8107,
  clockAnswer: 0x8109,
  locationRequest: 0x8201,
  text: 0x8300,
} as const;

/** Result of an answer. */
export const RESULT = { ok: 0, failed: 1, wrong: 2, noSuchTerminal: 4 } as const;

/** Messages without content to store: registration, heartbeat, sign-off, time, replies. */
export const EMPTY_NOTICES: ReadonlySet<number> = new Set([
  ID.deviceAnswer,
  ID.heartbeat,
  ID.signOff,
  ID.timeRequest,
  ID.register,
  ID.authenticate,
  ID.clockRequest,
  ID.heartbeat2,
  ID.timeZone,
]);

/** First byte of manufacturers' messages that have a special answer, or none. */
export const MAKER_FAMILY = 0x55;

/** Replies of the device, which are not answered. */
export const UNANSWERED: ReadonlySet<number> = new Set([
  ID.deviceAnswer,
  ID.parameters,
  ID.terminal,
  ID.photographs,
  ID.capabilities,
  ID.recordings,
  ID.uploaded,
  ID.questionAnswer,
]);
