import type { AnswerOf, contract } from '@roadworthy/contract';

type Calls = typeof contract.tachographDownloads;
export type Download = AnswerOf<Calls['list']>['results'][number];
export type DownloadDetails = AnswerOf<Calls['read']>;
export type DownloadSettings = AnswerOf<Calls['settings']>;

/** Key of the list in the cache. */
export const DOWNLOADS_KEY = 'tachograph_download';
/** The name of the list in the address of the screen. */
export const DOWNLOADS_LIST = 'downloads';

/** Whose card or vehicle unit it is. */
export const ownerOf = ({ driver, vehicle }: Download): string =>
  driver === null ? (vehicle?.registration ?? '') : `${driver.first_name} ${driver.surname}`;
