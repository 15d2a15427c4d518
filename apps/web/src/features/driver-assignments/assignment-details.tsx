import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { DriverLink, VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { look, stack } from '../../ui/look/look.ts';
import type { Assignment } from './driver-assignments.ts';
import { HandoverSheet } from './handover-sheet.tsx';
import { useTimes } from './use-times.ts';

/** Permission to report a defect, as the call requires. */
const DEFECT_WRITE = { kind: 'module', anyOf: ['Defect'], write: true } as const;

/** An assignment with its hand-overs. */
export function AssignmentDetails({ one }: { readonly one: Assignment }) {
  const { t } = useTranslation();
  const { current } = useSession();
  const times = useTimes();
  const isDamaged = one.handovers.some(
    ({ damage, driver_remark: remark }) => damage !== '' || remark !== '',
  );
  return (
    <div className={stack({ columns: 'one', gap: 4 })}>
      <FactList
        className="details-facts"
        facts={[
          [t('driverAssignments.vehicle'), <VehicleLink key="vehicle" vehicle={one.vehicle} />],
          [t('driverAssignments.driver'), <DriverLink key="driver" driver={one.driver} />],
          [t('driverAssignments.from'), times.from(one)],
          [t('driverAssignments.until'), times.until(one)],
        ]}
      />
      {one.handovers.length === 0 && (
        <p className={look({ margin: 0, tone: 'quiet' })}>{t('driverAssignments.noHandover')}</p>
      )}
      {one.handovers.map((handover) => (
        <HandoverSheet key={handover.id} one={handover} />
      ))}
      {isDamaged && may(current, DEFECT_WRITE) && (
        <span>
          <Link
            className="button"
            to="/defects"
            search={{ open: 'new', vehicle: String(one.vehicle.id) } as never}
          >
            {t('driverAssignments.reportDefect')}
          </Link>
        </span>
      )}
    </div>
  );
}
