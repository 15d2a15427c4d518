import type { ApiScope, Rights } from '@roadworthy/domain';

/** The signed-in user of a request, with everything that determines their scope. */
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
  /** A driver's own vehicle, which the driver can always see. */
  readonly vehicleId: number | null;
  /** IANA name from the preferences; null to use the browser's zone. */
  readonly timeZone: string | null;
  readonly distanceUnit: 'MLS' | 'KMS';
  /** Currency of the customer, ISO 4217; the default if not set. */
  readonly currency?: string;
  readonly language: string;
  /** Limits of the personal token in use; null for a session. */
  readonly tokenScopes: readonly ApiScope[] | null;
  /** The customer requires a second factor that the user does not have: only the account opens. */
  readonly lacksSecondFactor: boolean;
}

/** Whether a user may make decisions for the whole customer, i.e. is not limited to depots. */
export function actsCustomerWide(viewer: Pick<Viewer, 'depotScope' | 'isGlobalAdmin'>): boolean {
  return viewer.isGlobalAdmin || viewer.depotScope === 'all';
}
