import {
  DriverData,
  type LicenceRecord,
  type Outcome,
  ServiceBudget,
} from '../../../platform/official-services/index.ts';
import type { Services } from '../../../platform/services.ts';

/** The driver data of the DVLA within its limits. */
export class LicenceSource {
  readonly #data: DriverData | null;
  readonly #budget: ServiceBudget;

  constructor({ config, db }: Pick<Services, 'config' | 'db'>) {
    const { drivers } = config.official;
    this.#data = drivers === null ? null : new DriverData(drivers);
    const limits = drivers?.limits ?? { perSecond: 1, perDay: 1 };
    this.#budget = new ServiceBudget(db, 'dvla_driver', limits);
  }

  /** Whether anything is sent. */
  get isConfigured(): boolean {
    return this.#data !== null;
  }

  /** Whether the service may be asked now. */
  async isReady(): Promise<boolean> {
    return this.#data !== null && (await this.#budget.waitS()) === null;
  }

  /** @param number 16 capitals and digits */
  async ask(number: string): Promise<Outcome<LicenceRecord>> {
    const data = this.#data;
    if (data === null) return { state: 'failed', failure: 'unavailable', blockS: null };
    return this.#budget.ask(() => data.licence(number));
  }
}
