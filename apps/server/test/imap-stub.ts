import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

interface Stored {
  readonly uid: number;
  readonly source: Buffer;
}

/**
 * An IMAP server (RFC 9051, with MOVE and UIDPLUS) for one account, with the commands that a client needs to
 * read and move whole messages. It refuses everything else.
 */
export class ImapStub {
  readonly folders = new Map<string, Stored[]>([['INBOX', []]]);
  /** The names of the commands that it received. */
  readonly asked: string[] = [];
  password = 'secret';
  /** Ends the connection before it moves a message. */
  breaksBeforeMove = false;
  #uid = 1;
  readonly #server: Server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }

  get url(): string {
    return `imap://files:${this.password}@127.0.0.1:${(this.#server.address() as AddressInfo).port}/INBOX`;
  }

  deliver(source: string | Buffer): void {
    this.folders.get('INBOX')?.push({ uid: this.#uid, source: Buffer.from(source) });
    this.#uid += 1;
  }

  count(folder: string): number {
    return this.folders.get(folder)?.length ?? 0;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    const session = { folder: 'INBOX', rest: '' };
    socket.write('* OK [CAPABILITY IMAP4rev1 MOVE UIDPLUS] ready\r\n');
    socket.on('data', (bytes) => {
      session.rest += bytes.toString('latin1');
      for (let end = session.rest.indexOf('\r\n'); end >= 0; end = session.rest.indexOf('\r\n')) {
        const line = session.rest.slice(0, end);
        session.rest = session.rest.slice(end + 2);
        this.#answer(socket, session, line);
      }
    });
  }

  #answer(socket: Socket, session: { folder: string }, line: string): void {
    const [tag = '', ...words] = line.split(' ');
    const isUid = words[0]?.toUpperCase() === 'UID';
    const name = (isUid ? `UID ${words[1]}` : (words[0] ?? '')).toUpperCase();
    const rest = words.slice(isUid ? 2 : 1).join(' ');
    this.asked.push(name);
    const ok = (code = '') => socket.write(`${tag} OK ${code}${code && ' '}done\r\n`);
    const no = (code = '') => socket.write(`${tag} NO ${code}${code && ' '}refused\r\n`);
    const unquoted = (text: string) => text.replace(/^"|"$/g, '');
    const messages = () => this.folders.get(session.folder) ?? [];
    switch (name) {
      case 'CAPABILITY':
        socket.write('* CAPABILITY IMAP4rev1 MOVE UIDPLUS\r\n');
        return void ok();
      case 'NOOP':
        return void ok();
      case 'LOGIN':
        return void (rest.endsWith(` ${this.password}`) || rest.endsWith(` "${this.password}"`)
          ? ok()
          : no('[AUTHENTICATIONFAILED]'));
      case 'LIST':
      case 'LSUB':
        if (rest.endsWith('""') && !rest.includes('INBOX')) {
          socket.write('* LIST (\\Noselect) "/" ""\r\n');
        } else {
          for (const folder of this.folders.keys())
            socket.write(`* ${name} () "/" "${folder}"\r\n`);
        }
        return void ok();
      case 'CREATE': {
        const folder = unquoted(rest);
        if (this.folders.has(folder)) return void no('[ALREADYEXISTS]');
        this.folders.set(folder, []);
        return void ok();
      }
      case 'SUBSCRIBE':
      case 'UNSELECT':
      case 'CLOSE':
        return void ok();
      case 'SELECT': {
        session.folder = unquoted(rest);
        socket.write(
          `* FLAGS (\\Seen)\r\n* ${messages().length} EXISTS\r\n` +
            `* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT ${this.#uid}] ok\r\n`,
        );
        return void ok('[READ-WRITE]');
      }
      case 'UID SEARCH':
        socket.write(
          `* SEARCH ${messages()
            .map(({ uid }) => uid)
            .join(' ')}\r\n`.replace(' \r', '\r'),
        );
        return void ok();
      case 'UID FETCH': {
        const place = messages().findIndex(({ uid }) => uid === Number.parseInt(rest, 10));
        const message = messages()[place];
        if (message !== undefined) {
          const { source, uid } = message;
          const body = rest.includes('BODY.PEEK[]') ? ` BODY[] {${source.length}}\r\n` : '';
          socket.write(`* ${place + 1} FETCH (UID ${uid} RFC822.SIZE ${source.length}${body}`);
          if (body !== '') socket.write(source);
          socket.write(')\r\n');
        }
        return void ok();
      }
      case 'UID MOVE': {
        if (this.breaksBeforeMove) return void socket.destroy();
        const [, id = '', folder = ''] = /^(\d+) (.*)$/.exec(rest) ?? [];
        const place = messages().findIndex(({ uid }) => uid === Number(id));
        const target = this.folders.get(unquoted(folder));
        const [message] = target === undefined || place < 0 ? [] : messages().splice(place, 1);
        if (target === undefined || message === undefined) return void no('[TRYCREATE]');
        target.push(message);
        socket.write(`* OK [COPYUID 1 ${id} ${id}] moved\r\n* ${place + 1} EXPUNGE\r\n`);
        return void ok();
      }
      case 'LOGOUT':
        socket.write('* BYE\r\n');
        ok();
        return void socket.end();
      default:
        return void socket.write(`${tag} BAD unknown command\r\n`);
    }
  }
}
