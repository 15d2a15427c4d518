import { issueTachographChains, simulatedCard, simulatedVehicleUnit } from '@roadworthy/simulator';
import { NO_KEYS, TachographService } from '../src/modules/features/tachograph/index.ts';
import type { Services } from '../src/platform/services.ts';

const chains = issueTachographChains();

type Download = Omit<Parameters<typeof simulatedCard>[0], 'chain'> &
  Omit<Parameters<typeof simulatedVehicleUnit>[0], 'chain'>;

/** Stores a simulated file of a card or vehicle unit, as the archive of files does. */
export async function storeDownload(
  { db, files }: Pick<Services, 'db' | 'files'>,
  customerId: number,
  kind: 'card' | 'unit',
  download: Download,
): Promise<void> {
  const bytes =
    kind === 'card'
      ? simulatedCard({ ...download, chain: chains.card })
      : simulatedVehicleUnit({ ...download, chain: chains.unit });
  await new TachographService(db, files, NO_KEYS).store({
    customerId,
    name: 'download.ddd',
    bytes: Buffer.from(bytes),
    source: 'folder',
    receivedBy: null,
  });
}
