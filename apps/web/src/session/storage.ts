import type { AnswerOf, contract } from '@roadworthy/contract';

/** The signed-in user with languages and customer settings, as the server returns it (OP-074). */
export type CurrentUser = AnswerOf<typeof contract.signIn.currentUser>;

/** The value of `userPerm` (requirement B-44, OP-082). */
export interface StoredPermissions {
  readonly perms: CurrentUser['user']['permission']['perms'];
}

/** Columns of a table as a person arranged them, by their keys. */
export interface StoredColumns {
  readonly hidden: readonly string[];
  /** Only of columns whose width was chosen. */
  readonly widthsPx: Readonly<Record<string, number>>;
}

/**
 * Keys of local storage (requirements B-36 to B-41, B-P05). The values are for display only: the server
 * decides. No other module uses a key directly.
 */
const KEYS = {
  selectedVehicle: 'selectedVehicle',
  searchFields: 'searchFields',
  dateDay: 'dateDay',
  currentUser: 'currentUser',
  permissions: 'userPerm',
  lastUserId: 'dlLastLoggedInUserId',
  language: 'language',
  theme: 'theme',
  tableColumns: 'tableColumns',
  isRailCollapsed: 'isRailCollapsed',
  mapLayer: 'mapLayer',
  mapLayers: 'mapLayers',
  recentSearches: 'recentSearches',
  singleKeyShortcuts: 'singleKeyShortcuts',
  hiddenFirstSteps: 'hiddenFirstSteps',
} as const;

function read<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or disabled: the app works, but does not remember values.
  }
}

/** A typed value of local storage. */
function entry<T>(key: string) {
  return { get: () => read<T>(key), set: (value: T | null) => write(key, value) };
}

/** A result that a person opened from the search. */
export interface RecentSearch {
  readonly group: string;
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly vehicle: number | null;
  readonly activity: number | null;
}

/** All values of the web app in local storage. */
export const storage = {
  currentUser: entry<CurrentUser>(KEYS.currentUser),
  permissions: entry<StoredPermissions>(KEYS.permissions),
  lastUserId: entry<number>(KEYS.lastUserId),
  selectedVehicle: entry<number>(KEYS.selectedVehicle),
  searchFields: entry<Record<string, unknown>>(KEYS.searchFields),
  dateDay: entry<string>(KEYS.dateDay),
  language: entry<string>(KEYS.language),
  theme: entry<'light' | 'dark' | 'auto'>(KEYS.theme),
  /** By the id of the table. */
  tableColumns: entry<Readonly<Record<string, StoredColumns>>>(KEYS.tableColumns),
  /** Whether the person has collapsed the navigation rail; null until they choose. */
  isRailCollapsed: entry<boolean>(KEYS.isRailCollapsed),
  /** Satellite images instead of the map, where they are configured. */
  mapLayer: entry<'satellite'>(KEYS.mapLayer),
  /** Layers of the live map that are switched on or off, by name. */
  mapLayers: entry<Record<string, boolean>>(KEYS.mapLayers),
  recentSearches: entry<{ readonly userId: number; readonly results: readonly RecentSearch[] }>(
    KEYS.recentSearches,
  ),
  /** By user id; absent where a person has not switched them off. */
  singleKeyShortcuts: entry<Readonly<Record<number, boolean>>>(KEYS.singleKeyShortcuts),
  /** By user id: whether an administrator has hidden the first steps. */
  hiddenFirstSteps: entry<Readonly<Record<number, boolean>>>(KEYS.hiddenFirstSteps),
  /** Clears local storage, as when another user signs in (requirement B-18). */
  clear: () => {
    try {
      localStorage.clear();
    } catch {
      // Nothing was stored.
    }
  },
};
