import type { AnswerOf, contract } from '@roadworthy/contract';
import type { DriverDocumentKind, DriverFileItemKind } from '@roadworthy/domain';

type Calls = typeof contract.driversFile;
export type FileItem = AnswerOf<Calls['list']>['results'][number];
export type DriverFile = AnswerOf<Calls['driver']>;
export type DriverDocument = DriverFile['documents'][number];
export type OwnFile = AnswerOf<Calls['own']>;
export type FileSettings = AnswerOf<Calls['settings']>;

/** Key of the list and of the files in the cache. */
export const DRIVERS_FILE_KEY = 'driver_file';
/** Key of the driver's own file. */
export const OWN_FILE_KEY = 'own-file';

export const WRITE = {
  kind: 'module',
  anyOf: ['accessEarnedRecognitionDriver'],
  write: true,
  refusesLimited: true,
} as const;

export const driverName = ({ driver }: Pick<DriverFile, 'driver'>): string =>
  `${driver.first_name} ${driver.surname}`;

/** The kind of document that brings an item in order; null for an engagement, which has none. */
export function documentOf(kind: DriverFileItemKind): DriverDocumentKind | null {
  if (kind === 'engagement') return null;
  return kind === 'cpc_training' ? 'cpc_course' : kind;
}
