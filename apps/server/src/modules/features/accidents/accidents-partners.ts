import { createHash, timingSafeEqual } from 'node:crypto';
import { reportRefusal } from '../../../platform/audit/index.ts';
import { derivedSecret } from '../../../platform/auth/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { forbidden } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { customerOfPartner, ownerOfPartnerKey } from './accidents.repository.ts';

/** What a key of a partner is recognised by. */
export const partnerKeyHash = (key: string) => createHash('sha256').update(key).digest();

/**
 * The key that this installation's own pages send (W-24). It reaches every browser and is no secret
 * (OP-084): what it opens is bound to a printed code and limited by address.
 */
export function ownPartnerKey(config: Pick<Config, 'partnerKey' | 'sessionSecret'>): string {
  return config.partnerKey ?? derivedSecret(config.sessionSecret, 'partner-key');
}

/** Who sends a report: our own pages, or a partner of a customer. */
export interface Partner {
  /** Whose vehicles the partner may name; null for our own pages, which name a code. */
  readonly customerId: number | null;
}

/** A partner that goes on asking with a revoked key is reported once in this time. */
const REPORT_EVERY_MS = 15 * 60_000;
const MAX_REPORTED = 5000;

/** The keys of partners (R-015, W-P05). */
export class Partners {
  readonly #own: Buffer;
  /** When a refused key was reported last, ms since 1970 UTC, by its hash. */
  readonly #reported = new Map<string, number>();

  constructor(private readonly services: Pick<Services, 'db' | 'config' | 'log'>) {
    this.#own = partnerKeyHash(ownPartnerKey(services.config));
  }

  /**
   * @param address network address of the caller, for the security event of a refusal
   * @throws HttpError 403 for a key that is not known, or was revoked
   */
  async of(key: unknown, address: string): Promise<Partner> {
    if (typeof key === 'string' && key !== '') {
      const hash = partnerKeyHash(key);
      if (timingSafeEqual(hash, this.#own)) return { customerId: null };
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
