import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Vitest 5 reports failures with Map.groupBy, which Node 20 does not have.
Map.groupBy ??= <K, V>(items: Iterable<V>, keyOf: (item: V, index: number) => K): Map<K, V[]> => {
  const groups = new Map<K, V[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

/** Files that take longest, longest first: begun last, one of them would run alone at the end. */
const LONGEST = [
  'src/main',
  'test/authorisation-matrix',
  'gateway/failed-arrivals',
  'test/contract-fuzz',
  'gateway/device-connections',
  'cluster-kill/cluster',
  'deliveries/deliveries',
  'gateway/gateway',
  'test/catalogue',
  'postgres/postgres',
  'backup/backup',
  'new-document/vehicle-file-new-document',
  'drivers-file/drivers-file',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.includes(`${name}.test.`));
      return place < 0 ? LONGEST.length : place;
    };
    return rest.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

const web = existsSync('apps/web/vite.config.ts') ? ['apps/web/vite.config.ts'] : [];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'packages',
          // One kind of tests after the other, each with the number of workers that it wants.
          sequence: { groupOrder: 0 },
          // Vitest takes one less than there are cores.
          maxWorkers: 2,
          include: ['packages/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          sequence: { groupOrder: 1 },
          // More than cores: many tests wait, for sockets, jobs and clocks.
          maxWorkers: 3,
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['apps/server/test/cluster.ts'],
          // Each file has a database and a server of its own; loading the program again for each
          // took half of the time.
          isolate: false,
          // Bounds for what hangs, not a measure: three at once on two slow cores take their time.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      ...web,
    ],
  },
});
