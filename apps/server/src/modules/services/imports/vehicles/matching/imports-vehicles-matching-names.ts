import type { VehicleType } from '@roadworthy/domain';
import type { CatalogueKind } from '../../../../../platform/db/index.ts';
import type { ListedName } from './imports-vehicles-matching.repository.ts';

const plain = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

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
      this.#entries.set(`${kind} ${plain(name)}`, id);
      if (kind !== 'model') continue;
      for (const key of [plain(name), `${maker} ${plain(name)}`]) {
        this.#models.set(key, [...(this.#models.get(key) ?? []), { id, type }]);
      }
    }
    for (const depot of depots) this.#depots.set(plain(depot.name), depot);
  }

  entry(kind: CatalogueKind, name: string): number | undefined {
    return this.#entries.get(`${kind} ${plain(name)}`);
  }

  /** Models of this name, of one manufacturer or of all. */
  models(name: string, manufacturerId: number | undefined): readonly Model[] {
    const maker = manufacturerId === undefined ? '' : `${manufacturerId} `;
    return this.#models.get(`${maker}${plain(name)}`) ?? [];
  }

  depot(name: string): Depot | undefined {
    return this.#depots.get(plain(name));
  }
}

/** Compares names, ignoring case and extra spaces. */
export const isSameName = (one: string, other: string | null): boolean =>
  other !== null && plain(one) === plain(other);
