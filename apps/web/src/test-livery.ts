/** A livery as the server sends it. */
export const testLivery = (entry: { readonly id: number; readonly name: string }) => ({
  ...entry,
  kind: 'livery',
  manufacturer: null,
  vehicle_type: null,
  customer: 1,
  customer_name: 'Albion',
  vehicle_count: 0,
  is_archived: false,
});
