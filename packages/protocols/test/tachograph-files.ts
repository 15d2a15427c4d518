/** Generated content of tachograph files: values read from random bytes, in any valid form. */
import fc from 'fast-check';
import {
  type CardContent,
  CHIP_FILES,
  type DailyActivities,
  type ElementaryFile,
  FILE_IDS,
  filesOf,
  type TransferContent,
} from '../src/tachograph/index.ts';
import { ProblemList } from '../src/tachograph/problems.ts';
import { elementsOf, isList, type PartName } from '../src/tachograph/vehicle-unit/parts.ts';
import type { Form } from '../src/tachograph/vehicle-unit/records.ts';

const MAX_FILE_BYTES = 220;
const DAY_MS = 86_400_000;

const days: fc.Arbitrary<DailyActivities> = fc
  .record({
    capacityBytes: fc.constant(600),
    oldestAt: fc.nat(599),
    first: fc.integer({ min: 0, max: 20_000 }),
    days: fc.array(
      fc.record({
        presenceCounter: fc.nat(9999),
        distanceKm: fc.nat(2000),
        changes: fc.array(
          fc.record({
            slot: fc.constantFrom('driver' as const, 'co_driver' as const),
            crew: fc.boolean(),
            cardInserted: fc.boolean(),
            activity: fc.constantFrom(
              'rest' as const,
              'available' as const,
              'work' as const,
              'drive' as const,
            ),
            minute: fc.nat(1439),
          }),
          { minLength: 1, maxLength: 20 },
        ),
      }),
      { minLength: 1, maxLength: 10 },
    ),
  })
  .map(({ first, days: list, ...ring }) => ({
    ...ring,
    days: list.map((day, i) => ({
      ...day,
      date: `${new Date((first + i + 1) * DAY_MS).toISOString().slice(0, 19)}Z`,
    })),
  }));

/** Any content of an elementary file: what it reads from random bytes. */
function contentOf(name: string, file: ElementaryFile<unknown>): fc.Arbitrary<unknown> {
  if (name === 'driver_activity_data') return days;
  return fc
    .uint8Array({ minLength: MAX_FILE_BYTES, maxLength: MAX_FILE_BYTES })
    .map((bytes) => file.read(bytes, { name, offset: 0 }, new ProblemList()))
    .filter((reading) => 'value' in reading)
    .map((reading) => ('value' in reading ? reading.value : undefined));
}

function contentsOf(files: Readonly<Record<string, unknown>>) {
  const known = Object.entries(files).filter(([name]) => name in FILE_IDS);
  const content = Object.fromEntries(
    known.map(([name, file]) => [name, contentOf(name, file as ElementaryFile<unknown>)]),
  );
  // The card type is what the application says, so that it must be the one of the whole card.
  return fc.record(content, { requiredKeys: [] });
}

export const cardContent: fc.Arbitrary<CardContent> = fc
  .record({
    chip: contentsOf(CHIP_FILES),
    first: contentsOf(filesOf(1, 'driver_card')),
    second: contentsOf(filesOf(2, 'driver_card')),
  })
  .map(({ chip, first, second }) => {
    const asDriver = (contents: Record<string, unknown>, counts: object) => {
      if (contents.application_identification === undefined) return contents;
      const application = { type: 'driver_card', structureVersion: '0101', ...counts };
      return { ...contents, application_identification: application };
    };
    const counts = {
      eventsPerType: 12,
      faultsPerType: 24,
      activityBytes: 600,
      vehicleRecords: 200,
      placeRecords: 112,
    };
    const more = { gnssRecords: 336, specificConditionRecords: 112, vehicleUnitRecords: 200 };
    return {
      cardType: 'driver_card',
      chip,
      first: asDriver(first, counts),
      second: asDriver(second, { ...counts, ...more }),
    } as CardContent;
  });

const PARTS: readonly PartName[] = [
  'overview',
  'activities',
  'events_and_faults',
  'speed',
  'technical_data',
];

function transferContent(part: PartName, form: Form): fc.Arbitrary<TransferContent> {
  const newest = elementsOf(part, '2v2').map(
    ({ key }) => [key, fc.constant([] as unknown)] as const,
  );
  const own = elementsOf(part, form).map((element) => {
    const { layout, key } = element;
    const value = fc
      .uint8Array({ minLength: layout.bytes, maxLength: layout.bytes })
      .map((bytes) => layout.read(bytes, 0));
    const single = form === '1' && element.count === 'one';
    if (!isList(element)) return [key, value] as const;
    return [
      key,
      fc.array(value, { minLength: single ? 1 : 0, maxLength: single ? 1 : 4 }),
    ] as const;
  });
  return fc
    .record(Object.fromEntries<fc.Arbitrary<unknown>>([...newest, ...own]))
    .map((data) => ({ part, form, data }) as unknown as TransferContent);
}

/** Files of one vehicle unit: overview first, then any parts. */
export const vehicleUnitContent: fc.Arbitrary<TransferContent[]> = fc
  .constantFrom<Form>('1', '2', '2v2')
  .chain((form) =>
    fc.tuple(
      transferContent('overview', form),
      ...PARTS.map((part) => transferContent(part, form)),
      transferContent('activities', form),
    ),
  );
