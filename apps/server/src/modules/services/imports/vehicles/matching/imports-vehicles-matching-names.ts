import type { VehicleType } from '@roadworthy/domain';
import type { CatalogueKind } from '../../../../../platform/db/index.ts';
import { plainName } from '../../reading/imports-reading-values.ts';
import type { ListedName } from './imports-vehicles-matching.repository.ts';

interface Depot {
  readonly id: number;
  readonly name: string;
  readonly region: string | null;
}

interface Model {
  readonly id: number;
  readonly type: VehicleType | null;
}

/** Looks up the names in rows: list entries, models and depots. */
export class Names {
  readonly #entries = new Map<string, number>();
  readonly #models = new Map<string, Model[]>();
  readonly #depots = new Map<string, Depot>();

  constructor(listed: readonly ListedName[], depots: readonly Depot[]) {
    for (const { id, kind, name, manufacturer_id: maker, vehicle_type: type } of listed) {
      this.#entries.set(`${kind} ${plainName(name)}`, id);
      if (kind !== 'model') continue;
      for (const key of [plainName(name), `${maker} ${plainName(name)}`]) {
        this.#models.set(key, [...(this.#models.get(key) ?? []), { id, type }]);
      }
    }
    for (const depot of depots) this.#depots.set(plainName(depot.name), depot);
  }

  entry(kind: CatalogueKind, name: string): number | undefined {
    return this.#entries.get(`${kind} ${plainName(name)}`);
  }

  /** Models of this name, of one manufacturer or of all. */
  models(name: string, manufacturerId: number | undefined): readonly Model[] {
    const maker = manufacturerId === undefined ? '' : `${manufacturerId} `;
    return this.#models.get(`${maker}${plainName(name)}`) ?? [];
  }

  depot(name: string): Depot | undefined {
    return this.#depots.get(plainName(name));
  }
}
