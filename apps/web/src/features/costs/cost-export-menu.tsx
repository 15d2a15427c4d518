import { addressOf } from '../../api/client.ts';
import { FormatMenu } from '../../ui/download-menu/download-menu.tsx';
import { saveFrom } from '../../ui/download-menu/save-report.ts';

/** The call that exports a list. */
export interface ListExport {
  readonly path: string;
  /** Name of the file without its ending, if the server sends none. */
  readonly stem: string;
}

/** Downloads a list with its filters. */
export function ExportMenu({
  file: { path, stem },
  query,
}: {
  readonly file: ListExport;
  readonly query: Readonly<Record<string, unknown>>;
}) {
  return (
    <FormatMenu
      save={(format) =>
        saveFrom(addressOf(path, { query: { ...query, format } }), `${stem}.${format}`)
      }
    />
  );
}
