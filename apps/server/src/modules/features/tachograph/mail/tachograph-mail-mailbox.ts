import { ImapFlow } from 'imapflow';
import type { Config } from '../../../../platform/config/index.ts';

type Settings = NonNullable<Config['tachograph']['mail']>;

/** Where a message goes once it was taken. */
export type MailOutcome = 'processed' | 'failed';

/** Why the mailbox could not be read. */
export type MailboxFailure = 'login' | 'no_answer' | 'unavailable';

const FOLDERS: Readonly<Record<MailOutcome, string>> = {
  processed: 'Processed',
  failed: 'Failed',
};
/** Messages of one run; the others follow in the next. */
const AT_ONCE = 100;
const CONNECT_MS = 15_000;
const SOCKET_MS = 60_000;

/** The reason of an error of the connection, without its text, which can contain addresses. */
export function mailboxFailure(error: unknown): MailboxFailure {
  const { authenticationFailed, code } = error as {
    authenticationFailed?: boolean;
    code?: string;
  };
  if (authenticationFailed === true) return 'login';
  return /^(ECONN|ENOTFOUND|EHOST|ENET|ETIMEDOUT|ETIMEOUT|CONNECT_TIMEOUT|GREETING_TIMEOUT|NoConnection)/.test(
    code ?? '',
  )
    ? 'no_answer'
    : 'unavailable';
}

function clientOf({ host, password, port, security, user }: Settings): ImapFlow {
  return new ImapFlow({
    host,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    auth: { user, pass: password },
    logger: false,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
  });
}

/**
 * Takes the messages of the mailbox one after the other, and moves each to `Processed` or `Failed` below its
 * folder. A message stays if taking it fails, for the next run.
 *
 * @param maxBytes a larger message is not downloaded; `take` gets null for it
 * @param take reads a message; it must recognise one that it has taken before
 * @throws Error of the connection
 */
export async function takeMessages(
  settings: Settings,
  maxBytes: number,
  take: (source: Buffer | null) => Promise<MailOutcome | null>,
): Promise<void> {
  const client = clientOf(settings);
  // Without a listener, an error of the socket would end the process; the call that waits fails too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (const name of Object.values(FOLDERS)) await client.mailboxCreate([settings.folder, name]);
    const lock = await client.getMailboxLock(settings.folder);
    try {
      const uids = (await client.search({ all: true }, { uid: true })) || [];
      for (const uid of uids.slice(0, AT_ONCE)) {
        const range = String(uid);
        const head = await client.fetchOne(range, { size: true }, { uid: true });
        if (head === false) continue;
        const isTooLarge = (head.size ?? 0) > maxBytes;
        const whole = isTooLarge
          ? null
          : await client.fetchOne(range, { source: true }, { uid: true });
        if (whole === false) continue;
        const outcome = await take(whole?.source ?? null);
        if (outcome === null) continue;
        await client.messageMove(range, [settings.folder, FOLDERS[outcome]], { uid: true });
      }
    } finally {
      lock.release();
    }
    await client.logout();
  } finally {
    client.close();
  }
}
