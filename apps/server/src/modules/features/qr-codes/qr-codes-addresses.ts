/** Address of the page with a vehicle's documents (J-01), as it is printed. */
export const documentsAddress = (publicUrl: string, code: string): string =>
  `${publicUrl}/qr?qrid=${code}`;

/** Address of a vehicle's help page (K-P01), as it is printed. */
export const helpAddress = (publicUrl: string, code: string): string =>
  `${publicUrl}/help/vehicle/${code}`;
