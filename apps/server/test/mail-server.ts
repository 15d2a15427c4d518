import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A real mail server that keeps what it gets. */
export interface TestMailServer {
  /** Value of SMTP_URL. */
  readonly url: string;
  readonly received: ParsedMail[];
  /** While it is true, every mail is refused for the moment. */
  isRefusing: boolean;
  /** Addresses that it does not know, and refuses for good. */
  readonly refused: Set<string>;
  /** Addresses whose mails wait for an answer until `release`. */
  readonly held: Set<string>;
  /** Number of mails that wait. */
  readonly waiting: number;
  /** Holds nothing any more, and accepts the mails that wait. */
  release(): void;
  close(): Promise<void>;
}

/** Starts a mail server, by default on a port of the system's choice. */
export async function testMailServer(port = 0): Promise<TestMailServer> {
  const received: ParsedMail[] = [];
  const refused = new Set<string>();
  const held = new Set<string>();
  const waiting: (() => void)[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (held.has(address)) return void waiting.push(done);
      if (!refused.has(address)) return done();
      done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
    },
    onData(stream, _session, done) {
      simpleParser(stream).then((parsed) => {
        if (server.isRefusing) return done(new Error('Try again later'));
        received.push(parsed);
        done();
      }, done);
    },
  });
  // A client that is killed resets its connection.
  smtp.on('error', () => undefined);
  await new Promise<void>((ready) => smtp.listen(port, '127.0.0.1', ready));
  const server: TestMailServer = {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    received,
    isRefusing: false,
    refused,
    held,
    get waiting() {
      return waiting.length;
    },
    release: () => {
      held.clear();
      for (const done of waiting.splice(0)) done();
    },
    close: () => new Promise((done) => smtp.close(() => done())),
  };
  return server;
}
