import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { badRequest, wrongField } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  type AssignedCode,
  assignCodes,
  documentsAddress,
  LabelsService,
} from '../../../features/qr-codes/index.ts';
import type { ReceivedTable } from '../imports-form.routes.ts';
import { refusingFileErrors } from '../reading/file-error.ts';
import { tableRows } from '../reading/imports-reading-table.ts';
import { uploadCustomer } from '../vehicles/upload-customer.ts';
import type { CodeError } from './code-error.ts';
import { type CodeRow, CodeRows } from './code-rows.ts';

type Calls = typeof contract.imports;

/** Requirement Q-10. */
const FAILED = 'upload.codes_failed';
/** Maximum number of invalid rows in an error. */
const MAX_NAMED = 100;

function refuseErrors(errors: readonly CodeError[]): void {
  if (errors.length === 0) return;
  const texts = errors.slice(0, MAX_NAMED).map(
    ({ row, key, values }) =>
      ({
        code: 'upload.code.row',
        params: { row, text: { code: key, params: values } },
      }) as const,
  );
  throw badRequest(FAILED, { errors: { file: texts } });
}

const errorsOf = ({ row, registration, qrid }: CodeRow, given: AssignedCode): CodeError[] =>
  'fault' in given
    ? [{ row, key: `upload.code.${given.fault}`, values: { registration, qrid: qrid ?? '' } }]
    : [];

/**
 * Uploads QR codes, and prints labels for the uploaded vehicles (requirements O-05, Q-07, Q-P02).
 */
export class CodeUploadsService {
  readonly #labels: LabelsService;

  constructor(private readonly services: Pick<Services, 'db' | 'config'>) {
    this.#labels = new LabelsService(services);
  }

  /**
   * Assigns codes to the vehicles of a file: to all or to none.
   *
   * @param file null if none was sent
   * @throws HttpError 400 with the invalid rows, on the field `file`
   */
  async upload(
    viewer: Viewer,
    wantedCustomer: number | undefined,
    file: ReceivedTable | null,
  ): Promise<AnswerOf<Calls['qrCodes']>> {
    if (file === null) throw wrongField('file', 'validation.required');
    const { rows, errors } = await refusingFileErrors(CodeRows.read(tableRows(file.path)));
    refuseErrors(errors);
    const given = await this.services.db.asViewer(viewer, async (trx) => {
      const customerId = await uploadCustomer(trx, viewer, wantedCustomer);
      const codes = await assignCodes(trx, viewer, customerId, rows);
      refuseErrors(
        rows.flatMap((row, n) => errorsOf(row, codes[n] ?? { fault: 'unknownVehicle' })),
      );
      return codes;
    });
    const { publicUrl } = this.services.config;
    const results = given.flatMap((code) =>
      'fault' in code ? [] : [{ ...code, url: documentsAddress(publicUrl, code.qrid) }],
    );
    return { count: results.length, results };
  }

  /**
   * Labels of vehicles as a PDF.
   *
   * @throws HttpError 404 if a vehicle is not visible, and if there is nothing to print
   */
  labels(viewer: Viewer, { vehicles, page }: BodyOf<Calls['labels']>) {
    return this.#labels.pdf(viewer, { vehicles, page });
  }
}
