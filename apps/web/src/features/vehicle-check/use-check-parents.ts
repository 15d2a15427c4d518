import { useMatch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Crumb } from '../../ui/breadcrumbs/breadcrumbs.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { useRegions } from './folder-list/use-regions.ts';
import {
  addressOfPlace,
  areaOf,
  nameOfPlace,
  placeOf,
  regionOfPlace,
} from './vehicle-check-place.ts';

/** The pages above the current region or depot, and that page itself, for the panels of its records. */
export function useCheckParents(): {
  readonly above: readonly Crumb[];
  readonly withPlace: readonly Crumb[];
} {
  const { t } = useTranslation();
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const [address] = useAddress();
  const { regions } = useRegions();
  const area = areaOf(path);
  const place = placeOf(path.slice(area.length + 2));
  const region = regionOfPlace(regions, place);
  const root = { label: t('vehicleCheck.title'), to: `/${area}/region` };
  if (place === null || region === undefined) return { above: [root], withPlace: [root] };
  const regionCrumb = {
    label: region.name,
    to: addressOfPlace(area, { kind: 'region', id: region.id }),
  };
  const above = place.kind === 'depot' ? [root, regionCrumb] : [root];
  const crumb = {
    label: nameOfPlace(regions, place) ?? '',
    to: addressOfPlace(area, place),
    search: { ...address, open: undefined },
  };
  return { above, withPlace: [...above, crumb] };
}
