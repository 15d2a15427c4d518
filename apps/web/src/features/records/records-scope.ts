import { useAddress } from '../../ui/use-address.ts';

/** The filters in the URL that apply to the counts: region, depot and vehicle, as ids. */
export function useScope(): { region?: number; depot?: number; vehicle?: number } {
  const [address] = useAddress();
  const chosen = (['region', 'depot', 'vehicle'] as const).flatMap((name) => {
    const id = Number(address[name]);
    return Number.isInteger(id) && id > 0 ? [[name, id] as const] : [];
  });
  return Object.fromEntries(chosen);
}
