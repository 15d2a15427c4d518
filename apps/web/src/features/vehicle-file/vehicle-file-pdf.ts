import { InternalError } from '@roadworthy/domain';
import { served } from '../../api/bases.ts';
import { api, callHeaders } from '../../api/client.ts';
import { saveFile } from '../../ui/download-menu/save-report.ts';
import { toast } from '../../ui/toast.ts';

/** R-174 and R-175 (OP-088). */
const DEFECT_PATH = (recordId: number) => `/defect/api/defect_report_pdf/${recordId}/`;
const INSPECTION_PATH = (recordId: number) => `/safety-inspection/api/report_pdf/${recordId}/`;
/** R-161 (OP-088). */
const CHECK_PATH = (recordId: number) => `/vehicle-check/api/driver_check_pdf/${recordId}/`;
/** Requirement G-97. */
const DEFAULT_NAME = 'datalive-download.pdf';

/** safety-inspection-report_{id}_{registration}.pdf (requirement G-95). */
export const inspectionFileName = (recordId: number, registration: string): string =>
  `safety-inspection-report_${recordId}_${registration}.pdf`;

/** defect-report_{registration}, with the extension that browsers need (requirement G-96, OP-064). */
export const defectFileName = (registration: string): string => `defect-report_${registration}.pdf`;

/** Texts of the two failures (requirements T-23, T-24). */
export interface PdfTexts {
  readonly failed: string;
  readonly tokenFailed: string;
}

/**
 * Requests and downloads a PDF.
 *
 * @throws Error if the server has none
 */
export async function savePdf(
  address: string,
  init: RequestInit,
  name = DEFAULT_NAME,
): Promise<void> {
  const response = await fetch(served(address), init);
  if (!response.ok) throw new InternalError('response.status', { status: response.status });
  saveFile(await response.blob(), name);
}

/** A token for the defects service; undefined if there is none. Shows an error. */
async function defectToken(texts: PdfTexts): Promise<string | undefined> {
  try {
    return (await api.signIn.reobtainJwt({ quiet: true })).token;
  } catch {
    toast.error(texts.tokenFailed);
    return undefined;
  }
}

/**
 * Downloads the PDF of a defect report: the bearer token obtains a token, with which the request is
 * sent (requirement G-92). Without a token it stops (G-94).
 */
export async function saveDefectPdf(
  recordId: number,
  registration: string,
  texts: PdfTexts,
): Promise<void> {
  const token = await defectToken(texts);
  if (token === undefined) return;
  const init = {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ record_id: recordId }),
  };
  await savePdf(DEFECT_PATH(recordId), init, defectFileName(registration)).catch(() =>
    toast.error(texts.failed),
  );
}

/** Downloads the PDF of a safety inspection with the session cookie (requirement G-93). */
export async function saveInspectionPdf(
  recordId: number,
  registration: string,
  texts: PdfTexts,
): Promise<void> {
  const init = { credentials: 'same-origin', headers: callHeaders() } as const;
  const name = inspectionFileName(recordId, registration);
  await savePdf(INSPECTION_PATH(recordId), init, name).catch(() => toast.error(texts.failed));
}

/** Downloads the PDF of a driver check with the session (requirements J-25, J-27, J-28). */
export async function saveCheckPdf(
  recordId: number,
  registration: string,
  texts: PdfTexts,
): Promise<void> {
  const init = { credentials: 'same-origin', headers: callHeaders() } as const;
  await savePdf(CHECK_PATH(recordId), init, `driver-check-${registration}.pdf`).catch(() =>
    toast.error(texts.failed),
  );
}
