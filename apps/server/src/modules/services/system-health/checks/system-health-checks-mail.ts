import { failureOf } from '../../../../platform/deliveries/index.ts';
import type { Check, Verdict } from '../system-health-check.ts';

export interface MailFacts {
  /** Whether SMTP_URL is set. */
  readonly hasServer: boolean;
  readonly isProduction: boolean;
  /** Host of the server, or the folder for mails. */
  readonly destination: string;
  /** Why connection or sign-in failed; null if they succeeded. */
  readonly failure: string | null;
}

export function mailVerdict(facts: MailFacts): Verdict<'mail'> {
  const { hasServer, isProduction, destination, failure } = facts;
  const values = { destination };
  if (!hasServer) {
    return { state: isProduction ? 'warning' : 'unused', finding: 'folder', values };
  }
  return failure === null
    ? { state: 'ok', finding: 'ok', values }
    : { state: 'error', finding: 'refused', values: { destination, reason: failure } };
}

export const mailCheck: Check<'mail'> = {
  name: 'mail',
  look: async ({ config, mail }) => {
    const failure = await mail.verify().then(() => null, failureOf);
    return mailVerdict({
      hasServer: config.mail.smtpUrl !== null,
      isProduction: config.production,
      destination: mail.destination,
      failure,
    });
  },
};
