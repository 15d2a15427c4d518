import { connect } from 'node:tls';
import { type Check, reasonOf, type Verdict } from '../system-health-check.ts';

const LIMIT_MS = 5000;
const DAY_MS = 86_400_000;
/** Programs that renew certificates begin about 30 days before the end. */
const WARNING_DAYS = 14;
const ERROR_DAYS = 3;

export type CertificateFacts =
  /** PUBLIC_URL is not an https address. */
  | { readonly kind: 'plain' }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | {
      readonly kind: 'presented';
      readonly validToMs: number;
      /** Why this machine does not trust it; null if it does. */
      readonly untrusted: string | null;
    };

export function certificateVerdict(
  facts: CertificateFacts,
  host: string,
  nowMs: number,
): Verdict<'certificate'> {
  if (facts.kind === 'plain') return { state: 'unused', finding: 'plain' };
  if (facts.kind === 'unreachable') {
    return { state: 'warning', finding: 'unreachable', values: { host, reason: facts.reason } };
  }
  const leftMs = facts.validToMs - nowMs;
  const values = { host, left: { durationS: Math.abs(leftMs) / 1000 } };
  if (leftMs <= 0) return { state: 'error', finding: 'expired', values };
  if (leftMs < ERROR_DAYS * DAY_MS) return { state: 'error', finding: 'ending', values };
  if (facts.untrusted !== null) {
    return { state: 'warning', finding: 'untrusted', values: { host, reason: facts.untrusted } };
  }
  return leftMs < WARNING_DAYS * DAY_MS
    ? { state: 'warning', finding: 'ending', values }
    : { state: 'ok', finding: 'ok', values };
}

/** The certificate that a host presents, trusted or not. */
function presented(url: URL): Promise<CertificateFacts> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isName = !/^[\d.]+$|:/.test(host);
  return new Promise((done) => {
    const socket = connect({
      host,
      port: url.port === '' ? 443 : Number(url.port),
      ...(isName ? { servername: host } : {}),
      // Read even if it is not trusted: the reason is what people need.
      rejectUnauthorized: false,
      timeout: LIMIT_MS,
    });
    const end = (facts: CertificateFacts) => {
      socket.destroy();
      done(facts);
    };
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate();
      const reason = socket.authorized ? null : String(socket.authorizationError);
      end({ kind: 'presented', validToMs: Date.parse(valid_to), untrusted: reason });
    });
    socket.once('timeout', () => end({ kind: 'unreachable', reason: 'ETIMEDOUT' }));
    socket.once('error', (error) => end({ kind: 'unreachable', reason: reasonOf(error) }));
  });
}

export const certificateCheck: Check<'certificate'> = {
  name: 'certificate',
  look: async ({ config }) => {
    const url = new URL(config.publicUrl);
    const facts: CertificateFacts =
      url.protocol === 'https:' ? await presented(url) : { kind: 'plain' };
    return certificateVerdict(facts, url.host, Date.now());
  },
};
