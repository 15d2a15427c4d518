import { IngestStream, PARTITIONS, startWriter } from './gateway/index.ts';
import { startDerivation } from './modules/features/derivation/index.ts';
import type { Services } from './platform/services.ts';
import type { Shutdown } from './platform/shutdown.ts';

/** The derivation and, with an ingest stream, the storage of its records: both by partition. */
export function startPartitions(
  all: Services,
  stream: IngestStream | null,
  shutdown: Shutdown,
): void {
  const writer = stream === null ? null : startWriter(all, stream);
  if (writer !== null) {
    shutdown.add('writer', () => writer.close());
    all.health.register('writer', async () => writer.health());
  }
  const derivation = startDerivation(
    all,
    {},
    undefined,
    writer === null ? undefined : { ...writer, count: PARTITIONS },
  );
  shutdown.add('derivation', () => derivation.stop());
  all.health.register('derivation', async () => derivation.health());
}

/** The ingest stream, if this process sends records to it or stores its records. */
export async function openStream(
  { config, log }: Services,
  shutdown: Shutdown,
): Promise<IngestStream | null> {
  const needsIt = config.roles.some((role) => role !== 'api');
  if (config.bus === null || !needsIt) return null;
  const stream = await IngestStream.open(config.bus, log);
  shutdown.add('ingest stream', () => stream.close());
  return stream;
}
