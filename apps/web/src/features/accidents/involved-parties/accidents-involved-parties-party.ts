/** An involved party or a witness, as edited in a card (V-41). */
export interface InvolvedParty {
  /** Key of the card. */
  readonly key: string;
  readonly driver_name: string;
  readonly phone_number: string;
  readonly registration: string;
  /** Null while the field is empty. */
  readonly number_in_vehicle: number | null;
  readonly injured: boolean;
  readonly injury_details: string;
  readonly people_property_details: string;
  readonly photos: readonly File[];
}

/** Requirement P-182. */
export type PartyType = 'witness' | 'other';

/** An empty card: one person in the vehicle, not injured (P-180, P-181). */
export function emptyParty(key: string): InvolvedParty {
  return {
    key,
    driver_name: '',
    phone_number: '',
    registration: '',
    number_in_vehicle: 1,
    injured: false,
    injury_details: '',
    people_property_details: '',
    photos: [],
  };
}

/**
 * Whether a card is complete: it has a name and at least one person in the vehicle (P-176, P-177).
 */
export function isValidParty({ driver_name: name, number_in_vehicle: count }: InvolvedParty) {
  return name.trim() !== '' && count !== null && count >= 1;
}
