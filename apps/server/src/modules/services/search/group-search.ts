import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import type { FoundRow } from './found-row.ts';
import type { SearchTerms } from './search-terms.ts';

/** The best rows of a group that the viewer may see, at most `most`. */
export type GroupSearch = (
  trx: Transaction,
  viewer: Viewer,
  terms: SearchTerms,
  most: number,
) => Promise<readonly FoundRow[]>;
