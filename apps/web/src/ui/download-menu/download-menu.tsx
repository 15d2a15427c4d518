import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../popover/popover.tsx';
import { toast } from '../toast.ts';
import {
  REPORT_FORMATS,
  type ReportFormat,
  type ReportKind,
  type ReportQuery,
  saveReport,
} from './save-report.ts';
import './download-menu.css';

/**
 * A menu of download formats.
 *
 * @param save creates and saves the file; its errors are shown
 * @param more other actions, such as a schedule; `close` closes the menu
 */
export function FormatMenu({
  save,
  isDisabled = false,
  more,
}: {
  readonly save: (format: ReportFormat) => Promise<void>;
  readonly isDisabled?: boolean;
  readonly more?: ((close: () => void) => React.ReactNode) | undefined;
}) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const take = async (format: ReportFormat) => {
    setIsBusy(true);
    try {
      await save(format);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Popover
      label={t('download.title')}
      isDisabled={isDisabled || isBusy}
      button={
        <>
          <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" fill="none">
            <path
              d="M12 4v11m0 0 4-4m-4 4-4-4M5 19h14"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          {t(isBusy ? 'download.busy' : 'download.title')}
        </>
      }
    >
      {(close) => (
        <div className="download-menu">
          {REPORT_FORMATS.map((format) => (
            <button
              key={format}
              type="button"
              onClick={() => {
                close();
                void take(format);
              }}
            >
              <strong>{format.toUpperCase()}</strong>
              <span>{t(`download.${format}`)}</span>
            </button>
          ))}
          {more?.(close)}
        </div>
      )}
    </Popover>
  );
}

/**
 * Downloads the data of a screen as CSV, XLSX or PDF (requirements M-P07, M-P09).
 *
 * @param query the query of the report, equal to that of the screen
 */
export function DownloadMenu({
  kind,
  query,
  isDisabled = false,
  more,
}: {
  readonly kind: ReportKind;
  readonly query: ReportQuery;
  readonly isDisabled?: boolean;
  readonly more?: (close: () => void) => React.ReactNode;
}) {
  return (
    <FormatMenu
      save={(format) => saveReport(kind, format, query)}
      isDisabled={isDisabled}
      more={more}
    />
  );
}
