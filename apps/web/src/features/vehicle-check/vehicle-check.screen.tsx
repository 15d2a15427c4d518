import { Link, Navigate, useMatch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { SidebarScreen } from '../../ui/fleet-sidebar/sidebar-screen.tsx';
import { column, cx } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { UnknownAddress } from '../../ui/unknown-address.tsx';
import { useAddress } from '../../ui/use-address.ts';
import styles from './depot/depot.module.css';
import { DepotScreen } from './depot/vehicle-check-depot.screen.tsx';
import { DayVehicles } from './fleet/vehicle-check-fleet.tsx';
import { useRegions } from './folder-list/use-regions.ts';
import { FolderList } from './folder-list/vehicle-check-folder-list.tsx';
import { RegionScreen } from './region/vehicle-check-region.screen.tsx';
import {
  addressOfPlace,
  areaOf,
  firstPlace,
  isWithoutPlace,
  nameOfPlace,
  placeOf,
} from './vehicle-check-place.ts';

/** A URL without a place has the vehicles behind a figure, or redirects to the first region (L-03). */
function NoPlace({ area }: { readonly area: ReturnType<typeof areaOf> }) {
  const { t } = useTranslation();
  const { regions, isPending, isError } = useRegions();
  const [{ fleet }] = useAddress();
  const first = firstPlace(regions);
  if (fleet !== undefined) return <DayVehicles />;
  if (first !== null) return <Navigate to={addressOfPlace(area, first)} replace />;
  return (
    <div className={cx(column({ height: 'full', overflowY: 'auto' }), styles.checkStage)}>
      <header className="stage-head">
        <PageTitle title={t('vehicleCheck.title')} />
      </header>
      {!isPending && !isError && (
        <div className="table-message" role="status">
          <strong>{t('vehicleCheck.noRegions')}</strong>
          <p>{t('vehicleCheck.noRegionsText')}</p>
        </div>
      )}
    </div>
  );
}

/** Screens /vehiclecheck and /audit_survey: the regions and depots, and the selected one. */
export function VehicleCheckScreen() {
  const { t } = useTranslation();
  // Use the path of this screen's match: while another screen loads, the router's location is
  // already
  // that of the other screen, and reading it would navigate back.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const { current } = useSession();
  const { regions } = useRegions();
  const area = areaOf(path);
  const place = placeOf(path.slice(area.length + 2));
  if (place === null && !isWithoutPlace(path)) return <UnknownAddress />;
  const name = place === null ? undefined : nameOfPlace(regions, place);
  return (
    <SidebarScreen
      label={t('vehicleCheck.regions')}
      summary={name ?? t('vehicleCheck.choosePlace')}
      sidebar={
        <>
          <FolderList area={area} place={place} />
          <a href="/check" className="link-button">
            {t('walk.title')}
          </a>
          {may(current, { kind: 'administrator' }) && (
            <Link to="/vehiclecheck/notifications" className="link-button">
              {t('notifications.title')}
            </Link>
          )}
        </>
      }
      at={path}
    >
      {place === null && <NoPlace area={area} />}
      {place?.kind === 'depot' && (
        <DepotScreen key={place.id} area={area} id={place.id} name={name} />
      )}
      {place?.kind === 'region' && <RegionScreen key={place.id} area={area} id={place.id} />}
    </SidebarScreen>
  );
}
