import { formatDateTime, VEHICLE_FILE } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { useDisplay } from '../../ui/display.ts';
import { look, row } from '../../ui/look/look.ts';

/** Title and date of the record, and a link to the vehicle file if the user can open it. */
export function PanelHead({
  reference,
  at,
  by,
  place,
  vehicleId,
}: {
  readonly reference: string;
  readonly at: string;
  readonly by: string;
  readonly place: string | null;
  readonly vehicleId: number;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { current } = useSession();
  const mayOpenFile = may(current, VEHICLE_FILE);
  return (
    <p
      className={row({
        wrap: true,
        align: 'baseline',
        justify: 'between',
        rowGap: 1,
        columnGap: 3,
        margin: 0,
      })}
    >
      <span>
        <strong>{reference}</strong>
        <span className={look({ tone: 'quiet', size: 'small' })}>
          {' · '}
          {t('vehicleFile.trail.by', { who: by, when: formatDateTime(Date.parse(at), dates) })}
          {place !== null && ` · ${place}`}
        </span>
      </span>
      {mayOpenFile && (
        <Link
          to="/vehicle-file/activity"
          search={{ vehicleId: String(vehicleId) } as never}
          className="link-button"
        >
          {t('vor.vehicleFile')}
        </Link>
      )}
    </p>
  );
}
