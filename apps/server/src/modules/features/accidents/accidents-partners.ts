import { reportRefusal } from '../../../platform/audit/index.ts';
import { derivedSecret, isSameSecret, tokenHash } from '../../../platform/auth/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { forbidden } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { customerOfPartner, ownerOfPartnerKey } from './accidents.repository.ts';

/**
 * The key that the pages of this installation send (W-24). It reaches every browser, so it is not a
 * secret (OP-084): its calls also need a printed code and are rate-limited by address.
 */
export function ownPartnerKey(config: Pick<Config, 'partnerKey' | 'sessionSecret'>): string {
  return config.partnerKey ?? derivedSecret(config.sessionSecret, 'partner-key');
}

/** The sender of a report: the pages of this installation, or a partner of a customer. */
export interface Partner {
  /** Customer of the partner; null for the installation's pages, which send a code instead. */
  readonly customerId: number | null;
}

/** Minimum interval between security events for the same refused key. */
const REPORT_EVERY_MS = 15 * 60_000;
const MAX_REPORTED = 5000;

/** Checks partner keys (R-015, W-P05). */
export class Partners {
  readonly #own: string;
  /** Time of the last security event by key hash, ms since 1970 UTC. */
  readonly #reported = new Map<string, number>();

  constructor(private readonly services: Pick<Services, 'db' | 'config' | 'log'>) {
    this.#own = ownPartnerKey(services.config);
  }

  /**
   * @param address network address of the caller, for the security event of a refusal
   * @throws HttpError 403 for an unknown or revoked key
   */
  async of(key: unknown, address: string): Promise<Partner> {
    if (typeof key === 'string' && key !== '') {
      if (isSameSecret(key, this.#own)) return { customerId: null };
      const hash = tokenHash(key);
      const customerId = await this.services.db.asSystem((trx) => customerOfPartner(trx, hash));
      if (customerId !== undefined) return { customerId };
      await this.#report(hash, address);
    }
    throw forbidden('partner_key.unknown');
  }

  async #report(hash: Buffer, address: string): Promise<void> {
    const key = hash.toString('base64');
    if ((this.#reported.get(key) ?? 0) > Date.now() - REPORT_EVERY_MS) return;
    if (this.#reported.size >= MAX_REPORTED) this.#reported.clear();
    this.#reported.set(key, Date.now());
    const found = await this.services.db.asSystem((trx) => ownerOfPartnerKey(trx, hash));
    const owner =
      found === undefined
        ? null
        : {
            customerId: found.customer_id,
            kind: 'partner_key' as const,
            id: found.id,
            name: found.name,
          };
    reportRefusal(this.services, { method: 'partner_key', outcome: 'refused', address, owner });
  }
}
