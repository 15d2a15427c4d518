import {
  ASSET_KINDS,
  type AssetKind,
  VEHICLE_ENERGIES,
  type VehicleType,
} from '@roadworthy/domain';

/** Names of vehicle types in files, in both languages. */
const TYPES: Readonly<Record<VehicleType, readonly string[]>> = {
  CAR: ['car', 'cars', 'carro', 'automóvel', 'automovel', 'ligeiro'],
  VAN: ['van', 'vans', 'carrinha', 'furgão', 'furgao'],
  STR: ['str', 'truck', 'lorry', 'hgv', 'straight truck', 'camião', 'camiao', 'pesado'],
  BIK: ['bik', 'bike', 'motorcycle', 'motorbike', 'mota', 'motociclo'],
};

const ENERGIES: Readonly<Record<(typeof VEHICLE_ENERGIES)[number]['key'], readonly string[]>> = {
  diesel: ['gasóleo', 'gasoleo'],
  petrol: ['gasoline', 'gasolina'],
  electric: ['ev', 'elétrico', 'eletrico', 'elétrica'],
  hybrid: ['phev', 'híbrido', 'hibrido', 'híbrida'],
  gas: ['cng', 'lpg', 'lng', 'gás', 'gnc', 'gpl'],
  hydrogen: ['hidrogénio', 'hidrogenio'],
};

/** The vehicle type of a word; undefined if unknown. */
export function typeOfWord(word: string): VehicleType | undefined {
  const plain = word.toLowerCase();
  const found = Object.entries(TYPES).find(([, names]) => names.includes(plain));
  return found?.[0] as VehicleType | undefined;
}

/** The id of an energy type by its word; undefined if unknown. */
export function energyOfWord(word: string): number | undefined {
  const plain = word.toLowerCase();
  return VEHICLE_ENERGIES.find(({ key }) => key === plain || ENERGIES[key].includes(plain))?.id;
}

/** Other names of kinds of assets in files, in both languages. */
const KINDS: Readonly<Record<AssetKind, readonly string[]>> = {
  car: TYPES.CAR,
  van: TYPES.VAN,
  motorcycle: TYPES.BIK,
  rigid: ['rigid lorry', 'rígido', 'rigido', 'camião rígido'],
  tractor: ['tractor unit', 'trator', 'unidade tratora'],
  bus: ['coach', 'psv', 'minibus', 'autocarro'],
  drawbar_trailer: ['trailer', 'drawbar', 'drawbar trailer', 'reboque'],
  semi_trailer: ['semi', 'semi-trailer', 'semitrailer', 'semirreboque', 'semi-reboque'],
  tail_lift: ['tail lift', 'taillift', 'plataforma elevatória', 'plataforma elevatoria'],
  plant: ['machine', 'machinery', 'máquina', 'maquina'],
};

/** The kind of asset of a word; undefined if unknown. */
export function kindOfWord(word: string): AssetKind | undefined {
  const plain = word.toLowerCase().trim();
  return ASSET_KINDS.find((kind) => kind === plain || KINDS[kind].includes(plain));
}
