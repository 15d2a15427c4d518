import type { ApiScope, Rights } from '@roadworthy/domain';

/** The signed-in person a request acts for, with everything that scopes what it may see. */
export interface Viewer extends Rights {
  readonly userId: number;
  /** Null for a user without customer, who sees no customer's records. */
  readonly customerId: number | null;
  readonly isUserVehicleAdmin: boolean;
  readonly canWrite: boolean;
  /**
   * Depots the person sees: the assigned ones and those of assigned regions. No assignment means
   * all of the customer, for a limited user none (requirement U-P03).
   */
  readonly depotScope: 'all' | readonly number[];
  /** A driver's own vehicle, which the driver always sees. */
  readonly vehicleId: number | null;
  /** IANA name from the preferences; null means that the browser's zone counts. */
  readonly timeZone: string | null;
  readonly distanceUnit: 'MLS' | 'KMS';
  /** Of the amounts of the customer, ISO 4217; that of a new customer where it is not said. */
  readonly currency?: string;
  readonly language: string;
  /** Limits of the personal token that asks; null for a session. */
  readonly tokenScopes: readonly ApiScope[] | null;
  /** The customer asks for a second factor and the person has none: only the account opens. */
  readonly lacksSecondFactor: boolean;
}

/** Whether a person may decide for the whole customer: the scope is not limited to depots. */
export function actsCustomerWide(viewer: Pick<Viewer, 'depotScope' | 'isGlobalAdmin'>): boolean {
  return viewer.isGlobalAdmin || viewer.depotScope === 'all';
}
