import { createHash, timingSafeEqual } from 'node:crypto';
import { derivedSecret } from '../../../platform/auth/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { forbidden } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { customerOfPartner } from './repository.ts';

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

/** The keys of partners (R-015, W-P05). */
export class Partners {
  readonly #own: Buffer;

  constructor(private readonly services: Pick<Services, 'db' | 'config'>) {
    this.#own = partnerKeyHash(ownPartnerKey(services.config));
  }

  /** @throws HttpError 403 for a key that is not known, or was revoked */
  async of(key: unknown): Promise<Partner> {
    if (typeof key === 'string' && key !== '') {
      const hash = partnerKeyHash(key);
      if (timingSafeEqual(hash, this.#own)) return { customerId: null };
      const customerId = await this.services.db.asSystem((trx) => customerOfPartner(trx, hash));
      if (customerId !== undefined) return { customerId };
    }
    throw forbidden('partner_key.unknown');
  }
}
