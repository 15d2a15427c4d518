/** Printed URL of the page with a vehicle's documents (J-01). */
export const documentsAddress = (publicUrl: string, code: string): string =>
  `${publicUrl}/qr?qrid=${code}`;

/** Printed URL of a vehicle's help page (K-P01). */
export const helpAddress = (publicUrl: string, code: string): string =>
  `${publicUrl}/help/vehicle/${code}`;
