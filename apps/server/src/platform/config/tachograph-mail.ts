import type { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import { serviceUrl, text } from './fields.ts';

/** Settings of the mailbox of tachograph files, see docs/tachograph.md. */
export const tachographMailSettings = {
  TACHOGRAPH_MAIL_URL: serviceUrl(
    /^imaps?$/,
    'must be an address like imaps://user:password@imap.example.com/INBOX',
  ),
  TACHOGRAPH_MAIL_SENDERS: text.default(''),
};

type Settings = z.output<z.ZodObject<typeof tachographMailSettings>>;

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/** Reads "12:files@haulier.example, 14:@downloads.example". */
function sendersOf(value: string) {
  const parts = value.split(/[\s,]+/).filter((one) => one !== '');
  return parts.map((part) => {
    const [, customer = '', address = ''] =
      /^(\d{1,9}):([^@:]*@[\w.-]+)$/.exec(part.toLowerCase()) ?? [];
    if (address === '') throw new OperatorError('config.mail_senders', { part });
    return { customerId: Number(customer), address };
  });
}

/**
 * The mailbox; null without one. Without TLS from the start, the connection is encrypted by STARTTLS, except to
 * this machine.
 *
 * @throws OperatorError for a sender that cannot be read, or a mailbox without senders
 */
export function readTachographMail(env: Settings) {
  if (env.TACHOGRAPH_MAIL_URL === null) return null;
  const { hostname, password, pathname, port, protocol, username } = new URL(
    env.TACHOGRAPH_MAIL_URL,
  );
  const senders = sendersOf(env.TACHOGRAPH_MAIL_SENDERS);
  if (senders.length === 0) throw new OperatorError('config.mail_senders', { part: '' });
  const isTls = protocol === 'imaps:';
  const security = isTls ? 'tls' : LOOPBACK.test(hostname) ? 'none' : 'starttls';
  return {
    host: hostname,
    port: port === '' ? (isTls ? 993 : 143) : Number(port),
    security: security as 'tls' | 'starttls' | 'none',
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
    senders,
  };
}
