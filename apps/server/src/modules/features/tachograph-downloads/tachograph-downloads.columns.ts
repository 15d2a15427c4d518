import type { ColumnOf } from '../../../platform/tables/index.ts';
import type { TextKey } from '../../../platform/texts.ts';
import type { DownloadRow } from './tachograph-downloads.repository.ts';

const dayMs = (day: string | null) => (day === null ? null : Date.parse(day));

/** Whose card or vehicle unit it is. */
export const ownerName = ({ first_name, surname, registration }: DownloadRow): string =>
  registration ?? `${first_name} ${surname}`;

/** The columns of the list as a file. */
export const downloadColumns = (
  word: (key: TextKey) => string,
): readonly ColumnOf<DownloadRow>[] => [
  { name: 'report.column.subject', type: 'text', value: ownerName },
  {
    name: 'report.column.kind',
    type: 'text',
    value: ({ kind }) => word(`tachograph.downloads.kind.${kind}`),
  },
  {
    name: 'report.column.state',
    type: 'text',
    value: ({ state }) => word(`tachograph.downloads.state.${state}`),
  },
  { name: 'report.column.lastDay', type: 'date', value: ({ last_day }) => dayMs(last_day) },
  { name: 'report.column.due', type: 'date', value: ({ due_on }) => dayMs(due_on) },
  { name: 'report.column.reason', type: 'text', value: ({ exempt_reason }) => exempt_reason },
];
