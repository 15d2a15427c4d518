import type { VehicleType } from '@roadworthy/domain';
import type { GeofenceShape } from '../../../../engines/geofences/index.ts';
import type { Engine } from '../../../../engines/record.ts';
import type { Rules } from '../derivation-track.ts';
import type { Queryable } from '../findings/derivation-findings.repository.ts';
import { readGeofences } from './derivation-rules.repository.ts';

/**
 * Raise it with any change of the engines that makes other findings or another state of the same
 * records: every vehicle is then derived again at the next start.
 */
export const ENGINES_PRINT = '3:';

/** Makes the engine of a type of vehicle, given the geofences of its customer. */
export type EngineMaker = (
  geofences: readonly GeofenceShape[],
) => (vehicleType: VehicleType) => Engine<unknown>;

/** The rules of each customer, loaded when they are first needed. */
export class RuleBook {
  readonly #byCustomer = new Map<number, Map<VehicleType, Rules>>();
  readonly #makers = new Map<
    number,
    { print: string; make: (type: VehicleType) => Engine<unknown> }
  >();

  constructor(private readonly maker: EngineMaker) {}

  /** Loads the rules of customers that are not known yet. */
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
   * @throws where those of the customer were not loaded
   */
  of(customerId: number, type: VehicleType): Rules {
    const maker = this.#makers.get(customerId);
    if (maker === undefined) throw new Error('The rules of this customer were not loaded.');
    const known = this.#byCustomer.get(customerId)?.get(type);
    if (known !== undefined) return known;
    const print = `${ENGINES_PRINT}${type}:${maker.print}`;
    const rules = { engine: maker.make(type), print };
    this.#byCustomer.get(customerId)?.set(type, rules);
    return rules;
  }

  /** Forgets the rules of a customer, so that they are loaded anew; of all without one. */
  forget(customerId?: number): void {
    if (customerId === undefined) this.#makers.clear();
    else this.#makers.delete(customerId);
  }
}
