import { type CardFile, inOrder, type Ring } from '@roadworthy/protocols';

/** The records of a ring from the oldest to the newest; none without a ring. */
export function ordered<T>(ring: Ring<T> | undefined, isEmpty: (one: T) => boolean): T[] {
  return ring === undefined ? [] : inOrder(ring, isEmpty);
}

/** The records of the second application, and those of the first that it does not have. */
function united<A, B>(
  second: readonly A[],
  first: readonly B[],
  keyOf: (one: A | B) => string,
): (A | B)[] {
  const known = new Set(second.map(keyOf));
  return [...second, ...first.filter((one) => !known.has(keyOf(one)))];
}

/*
 * Records of both applications of a card. A vehicle unit of generation 1 writes only the first one, other vehicle
 * units write a record of the same time into both. The record of the second application is kept, because it has
 * more: the VIN, the position.
 */

/** The vehicles that a card was used in, in sequence of time. The same start and vehicle is one use. */
export function vehiclesUsed({ first, second }: CardFile) {
  return united(
    ordered(second?.vehicles_used, ({ firstUseAt }) => firstUseAt === null),
    ordered(first?.vehicles_used, ({ firstUseAt }) => firstUseAt === null),
    ({ firstUseAt, vehicle }) => `${firstUseAt} ${vehicle.number.text}`,
  ).sort((one, other) => (one.firstUseAt ?? '').localeCompare(other.firstUseAt ?? ''));
}

/** The places where daily periods began and ended. The same time and type is one entry. */
export function placesEntered({ first, second }: CardFile) {
  return united(
    ordered(second?.places, ({ time }) => time === null),
    ordered(first?.places, ({ time }) => time === null),
    ({ time, type }) => `${time} ${type}`,
  );
}

/** Ferry, train and out of scope, in sequence of time. The same time and type is one entry. */
export function specificConditions({ first, second }: CardFile) {
  return united(
    ordered(second?.specific_conditions, ({ time }) => time === null),
    (first?.specific_conditions ?? []).filter(({ time }) => time !== null),
    ({ time, type }) => `${time} ${type}`,
  ).sort((one, other) => (one.time ?? '').localeCompare(other.time ?? ''));
}

type Occurrences = NonNullable<NonNullable<CardFile['first']>['events_data']>;

/** Events or faults, in sequence of time. The same type, start and vehicle is one. */
export function occurrences(
  { first, second }: CardFile,
  name: 'events_data' | 'faults_data',
): Occurrences {
  return united(
    second?.[name] ?? [],
    first?.[name] ?? [],
    ({ beginAt, type, vehicle }) => `${type} ${beginAt} ${vehicle.number.text}`,
  )
    .filter(({ beginAt }) => beginAt !== null)
    .sort((one, other) => (one.beginAt ?? '').localeCompare(other.beginAt ?? ''));
}

/** The last controls of the driver that a card names, in sequence of time. */
export function controls({ first, second }: CardFile) {
  const of = (one: typeof first | typeof second) =>
    one?.control_activity_data === undefined ? [] : [one.control_activity_data];
  return united(of(second), of(first), ({ controlledAt }) => `${controlledAt}`)
    .filter(({ controlledAt }) => controlledAt !== null)
    .sort((one, other) => (one.controlledAt ?? '').localeCompare(other.controlledAt ?? ''));
}
