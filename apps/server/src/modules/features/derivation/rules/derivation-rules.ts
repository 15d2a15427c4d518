import type { VehicleType } from '@roadworthy/domain';
import { must } from '@roadworthy/domain';
import type { GeofenceShape } from '../../../../engines/geofences/index.ts';
import type { Engine } from '../../../../engines/record.ts';
import type { Rules } from '../derivation-track.ts';
import type { Queryable } from '../findings/derivation-findings.repository.ts';
import { readGeofences } from './derivation-rules.repository.ts';

/**
 * Increase it with each change of the engines that leads to other findings or another state from
 * the same records: all vehicles are then derived again at the next start.
 */
export const ENGINES_PRINT = '4:';

/** Makes the engine for a type of vehicle and the geofences of its customer. */
export type EngineMaker = (
  geofences: readonly GeofenceShape[],
) => (vehicleType: VehicleType) => Engine<unknown>;

/** The rules of each customer, loaded on first use. */
export class RuleBook {
  readonly #byCustomer = new Map<number, Map<VehicleType, Rules>>();
  readonly #makers = new Map<
    number,
    { print: string; make: (type: VehicleType) => Engine<unknown> }
  >();

  constructor(private readonly maker: EngineMaker) {}

  /** Loads the rules of customers that are not loaded yet. */
  async load(client: Queryable, customerIds: Iterable<number>): Promise<void> {
    for (const customerId of new Set(customerIds)) {
      if (this.#makers.has(customerId)) continue;
      const { geofences, print } = await readGeofences(client, customerId);
      this.#makers.set(customerId, { print, make: this.maker(geofences) });
      this.#byCustomer.set(customerId, new Map());
    }
  }

  /**
   * The rules of a vehicle.
   *
   * @throws if those of the customer are not loaded
   */
  of(customerId: number, type: VehicleType): Rules {
    const maker = must(this.#makers.get(customerId), 'derivation.rules_not_loaded');
    const known = this.#byCustomer.get(customerId)?.get(type);
    if (known !== undefined) return known;
    const print = `${ENGINES_PRINT}${type}:${maker.print}`;
    const rules = { engine: maker.make(type), print };
    this.#byCustomer.get(customerId)?.set(type, rules);
    return rules;
  }

  /** Drops the cached rules of a customer, or of all customers. */
  forget(customerId?: number): void {
    if (customerId === undefined) this.#makers.clear();
    else this.#makers.delete(customerId);
  }
}
