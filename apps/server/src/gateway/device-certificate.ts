import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext, type Server } from 'node:tls';
import type { Log } from '../platform/log/index.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** How often the files are looked at. */
const LOOK_EVERY_MS = 10_000;

/** Files in PEM form. */
interface CertificateFiles {
  /** The certificate, followed by those of its issuers. */
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * The certificate of the device port with TLS. A renewed certificate is used for new connections
 * without a restart.
 */
export class DeviceCertificate {
  #server: Server | null = null;

  constructor(
    private readonly files: CertificateFiles,
    private readonly log: Log,
    private readonly lookEveryMs = LOOK_EVERY_MS,
  ) {}

  /**
   * Certificate and key.
   *
   * @throws OperatorError if a file cannot be read, or the key is not that of the certificate
   */
  read(): { readonly cert: Buffer; readonly key: Buffer } {
    try {
      const read = {
        cert: readFileSync(this.files.certFile),
        key: readFileSync(this.files.keyFile),
      };
      createSecureContext(read);
      return read;
    } catch (cause) {
      const reason = (cause as Error).message;
      throw new OperatorError('device_tls.unusable', { ...this.files, reason }, { cause });
    }
  }

  /** Gives new connections of a server the certificate when its files have changed. */
  renew(server: Server): void {
    this.#server = server;
    const options = { interval: this.lookEveryMs, persistent: false };
    for (const file of [this.files.certFile, this.files.keyFile]) {
      watchFile(file, options, this.#reload);
    }
  }

  close(): void {
    this.#server = null;
    for (const file of [this.files.certFile, this.files.keyFile]) unwatchFile(file, this.#reload);
  }

  readonly #reload = (): void => {
    try {
      this.#server?.setSecureContext(this.read());
      this.log.info('the certificate of the device port was renewed');
    } catch (error) {
      // Between the writes of the two files they do not match: the earlier ones stay in use.
      this.log.warn({ err: error }, 'the changed certificate of the device port is not used');
    }
  };
}
