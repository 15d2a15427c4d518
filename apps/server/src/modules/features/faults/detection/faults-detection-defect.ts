import { systemViewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { languageOf } from '../../../../platform/texts.ts';
import { reportDefect } from '../../defects/index.ts';
import { faultTitle } from '../../records/index.ts';
import { linkDefect } from '../faults.repository.ts';
import { areaOf, nameOf } from '../faults.service.ts';
import type { Report, ReportedFault } from './faults-detection-reports.ts';
import type { ScannedVehicle } from './faults-detection-scans.repository.ts';

const SYSTEM = { userId: null, name: 'Roadworthy' } as const;

/** Reports a defect at once, by the rule of the customer. */
export async function reportDefectOfSystem(
  trx: Transaction,
  { customerId, id: vehicleId }: ScannedVehicle,
  fault: Pick<ReportedFault, 'kind' | 'key'> &
    Pick<Report, 'severity'> & { readonly id: number; readonly firstMs: number },
): Promise<void> {
  const viewer = systemViewer(customerId, languageOf(null));
  const title = faultTitle(viewer.language, { kind: fault.kind, fault_key: fault.key });
  const defectId = await reportDefect(
    trx,
    { viewer, author: SYSTEM, photos: [] },
    {
      customerId,
      vehicleId,
      place: null,
      odometerM: null,
      items: [
        {
          name: nameOf(title),
          area: areaOf({ kind: fault.kind, fault_key: fault.key }),
          severity: fault.severity,
          finding: title,
          remedy: null,
        },
      ],
      reportedAt: new Date(fault.firstMs),
      reportedBy: SYSTEM.name,
    },
  );
  await linkDefect(trx, { id: fault.id }, defectId);
}
