import { plainRegistration, VEHICLE_SOURCES, type VehicleSource } from '@roadworthy/domain';
import {
  type EnquiredVehicle,
  enquireVehicle,
  MotHistory,
  type Outcome,
  ServiceBudget,
  serviceStates,
  type TestedVehicle,
} from '../../../platform/official-services/index.ts';
import type { Services } from '../../../platform/services.ts';

/** The outcomes of a check; null for a service that is not configured. */
export interface Answers {
  readonly dvla: Outcome<EnquiredVehicle> | null;
  readonly dvsa: Outcome<TestedVehicle> | null;
}

/** Names of the budgets in the database. */
const BUDGETS: Readonly<Record<VehicleSource, string>> = {
  dvla: 'dvla_vehicle',
  dvsa: 'dvsa_mot',
};

/** A registration that the services can know: up to seven capitals and digits. */
const PLATE = /^(?=.*[A-Z])(?=.*\d)[A-Z0-9]{2,7}$/;

/** The configured official services about vehicles. */
export class OfficialSources {
  readonly #dvla: ServiceBudget;
  readonly #dvsa: ServiceBudget;
  readonly #history: MotHistory | null;

  constructor(private readonly services: Pick<Services, 'config' | 'db'>) {
    const { dvla, dvsa } = services.config.official;
    const none = { perSecond: 1, perDay: 1 };
    this.#dvla = new ServiceBudget(services.db, BUDGETS.dvla, dvla?.limits ?? none);
    this.#dvsa = new ServiceBudget(services.db, BUDGETS.dvsa, dvsa?.limits ?? none);
    this.#history = dvsa === null ? null : new MotHistory(dvsa);
  }

  /** Whether anything is sent. */
  get isConfigured(): boolean {
    const { dvla, dvsa } = this.services.config.official;
    return dvla !== null || dvsa !== null;
  }

  /** Whether a configured service may be asked now. */
  async isReady(): Promise<boolean> {
    const { dvla, dvsa } = this.services.config.official;
    if (dvla !== null && (await this.#dvla.waitS()) === null) return true;
    return dvsa !== null && (await this.#dvsa.waitS()) === null;
  }

  /** Asks the configured services within their limits; nothing is sent for what is no registration. */
  async ask(registration: string): Promise<Answers> {
    const { dvla } = this.services.config.official;
    const history = this.#history;
    const plate = plainRegistration(registration);
    if (!PLATE.test(plate)) {
      const refused = { state: 'failed', failure: 'refused', blockS: null } as const;
      return { dvla: dvla && refused, dvsa: history && refused };
    }
    return {
      dvla: dvla && (await this.#dvla.ask(() => enquireVehicle(dvla, plate))),
      dvsa: history && (await this.#dvsa.ask(() => history.vehicle(plate))),
    };
  }

  /** Which services are configured, and how they answer. */
  async states() {
    const states = await serviceStates(this.services.db, Object.values(BUDGETS));
    return VEHICLE_SOURCES.map((source) => {
      const settings = this.services.config.official[source];
      const state = states.find(({ name }) => name === BUDGETS[source]);
      return {
        source,
        is_configured: settings !== null,
        last_success_at: state?.last_success_at?.toISOString() ?? null,
        last_failure_at: state?.last_failure_at?.toISOString() ?? null,
        last_failure: state?.last_failure ?? null,
        blocked_until: state?.blocked_until?.toISOString() ?? null,
        used_today: state?.used_today ?? 0,
        per_day: settings?.limits.perDay ?? 1,
      };
    });
  }
}
