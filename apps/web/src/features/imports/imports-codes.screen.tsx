import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { CustomerChoice } from '../../ui/customer-choice/customer-choice.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { saveFile } from '../../ui/download-menu/save-report.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Select } from '../../ui/select/select.tsx';
import { toast } from '../../ui/toast.ts';
import { FileField } from './file-field.tsx';
import { saveLabels, type UploadedCodes } from './imports-call.ts';
import { useSending } from './imports-use-sending.ts';
import '../../ui/administration.css';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import styles from './imports.module.css';

type Code = UploadedCodes['results'][number];

/** Maximum number of labels in a PDF. */
const SHEET_LABELS = 600;
const DONE = { isPending: false, error: null, refetch: () => undefined };
const PAGES = ['documents', 'help'] as const;

/** A CSV cell that no spreadsheet interprets as a formula. */
const cell = (text: string): string =>
  `"${(/^[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

function saveAddresses(codes: readonly Code[]): void {
  const rows = codes.map(({ registration, qrid, url }) =>
    [registration, qrid, url].map(cell).join(),
  );
  const text = `\uFEFF${['registration,qrid,url', ...rows].join('\r\n')}\r\n`;
  saveFile(new Blob([text], { type: 'text/csv' }), 'qr-codes.csv');
}

/** PDFs of labels, each with at most the maximum number. */
function Sheets({ codes }: { readonly codes: readonly Code[] }) {
  const { t } = useTranslation();
  const [page, setPage] = useState<(typeof PAGES)[number]>('documents');
  const [isBusy, setIsBusy] = useState(false);
  const sheets = Array.from({ length: Math.ceil(codes.length / SHEET_LABELS) }, (_, n) =>
    codes.slice(n * SHEET_LABELS, (n + 1) * SHEET_LABELS),
  );
  const print = async (sheet: readonly Code[]) => {
    setIsBusy(true);
    const vehicles = sheet.map(({ vehicle }) => vehicle);
    await saveLabels(vehicles, page).catch((error: unknown) =>
      toast.error(error instanceof ApiError ? error.message : t('uploads.failedToAsk')),
    );
    setIsBusy(false);
  };
  return (
    <div className={row({ wrap: true, align: 'center', rowGap: 2, columnGap: 4 })}>
      <label
        className={cx(
          look({ flow: 'inlineRow', align: 'center', gap: 2, nowrap: true }),
          styles.uploadPage,
        )}
      >
        {t('qrLabel.leadsTo')}
        <Select
          value={page}
          onChange={({ currentTarget }) => setPage(currentTarget.value as typeof page)}
        >
          {PAGES.map((one) => (
            <option key={one} value={one}>
              {t(`qrLabel.page.${one}`)}
            </option>
          ))}
        </Select>
      </label>
      {sheets.map((sheet, n) => (
        <Button
          key={sheet[0]?.vehicle}
          kind="primary"
          disabled={isBusy}
          onClick={() => void print(sheet)}
        >
          {sheets.length === 1
            ? t('uploads.labels')
            : t('uploads.labelsOf', {
                first: n * SHEET_LABELS + 1,
                last: n * SHEET_LABELS + sheet.length,
              })}
        </Button>
      ))}
      <Button onClick={() => saveAddresses(codes)}>{t('uploads.saveAddresses')}</Button>
    </div>
  );
}

function Codes({ codes }: { readonly codes: readonly Code[] }) {
  const { t } = useTranslation();
  const columns = useMemo<readonly Column<Code>[]>(
    () => [
      {
        key: 'registration',
        label: t('uploads.field.registration'),
        cell: ({ registration }) => registration,
      },
      { key: 'url', label: t('uploads.url'), cell: ({ url }) => url },
    ],
    [t],
  );
  return (
    <section
      className={cx('panel', stack({ columns: 'one', gap: 4 }))}
      aria-labelledby="upload-codes"
    >
      <h2 id="upload-codes">{t('uploads.codes', { count: codes.length })}</h2>
      <Sheets codes={codes} />
      <div className={styles.uploadErrors}>
        <DataTable
          label={t('uploads.codes', { count: codes.length })}
          columns={columns}
          rows={codes}
          keyOf={({ vehicle }) => vehicle}
          state={DONE}
          empty={{ title: '', text: '' }}
        />
      </div>
    </section>
  );
}

/**
 * Screen /administration/upload-qr-codes: creates codes for the vehicles of a file, to be printed
 * (O-05).
 */
export function UploadCodesScreen() {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [customer, setCustomer] = useState<number | null>(null);
  const [codes, setCodes] = useState<readonly Code[]>([]);
  const { send, sending } = useSending<UploadedCodes>('qrCodes');
  const start = async () => {
    if (file === null) return;
    const answer = await send({ customer_id: customer }, file);
    setCodes(answer?.results ?? []);
    if (answer === null) return;
    setFile(null);
    // Requirement Q-09; the text of Q-10 comes with the server's error.
    toast.success(t('uploads.codesMade'));
  };
  return (
    <div className="page">
      <PageTitle title={t('administration.uploadCodes')} />
      <section className="panel" aria-label={t('administration.uploadCodes')}>
        <FileField
          accept=".csv,.txt,text/csv"
          hint={t('uploads.codesHint')}
          file={file}
          sending={sending}
          onFile={(one) => {
            setFile(one);
            sending.clearFaults();
          }}
        />
        <CustomerChoice
          customer={customer}
          fault={sending.faults.customer_id}
          onCustomer={setCustomer}
        />
        <div className={row({ wrap: true, align: 'center', rowGap: 2, columnGap: 4 })}>
          <Button
            kind="primary"
            disabled={file === null || sending.share !== null}
            onClick={() => void start()}
          >
            {t('uploads.makeCodes')}
          </Button>
        </div>
      </section>
      {codes.length > 0 && <Codes codes={codes} />}
    </div>
  );
}
