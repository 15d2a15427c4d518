import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { badRequest, wrongField } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  documentsAddress,
  type GivenCode,
  giveCodes,
  LabelsService,
} from '../../../features/qr-codes/index.ts';
import { tableRows } from '../reading/uploads-reading-table.ts';
import { uploadCustomer } from '../upload-customer.ts';
import { type ReceivedTable, refusingFaults } from '../uploads.service.ts';
import type { CodeFault } from './code-fault.ts';
import { type CodeRow, CodeRows } from './code-rows.ts';

type Calls = typeof contract.uploads;

/** Requirement Q-10. */
const FAILED = 'upload.codes_failed';
/** Rows that are named where some are wrong. */
const MAX_NAMED = 100;

function refuseFaults(faults: readonly CodeFault[]): void {
  if (faults.length === 0) return;
  const texts = faults.slice(0, MAX_NAMED).map(
    ({ row, key, values }) =>
      ({
        code: 'upload.code.row',
        params: { row, text: { code: key, params: values } },
      }) as const,
  );
  throw badRequest(FAILED, { errors: { file: texts } });
}

const faultOf = ({ row, registration, qrid }: CodeRow, given: GivenCode): CodeFault[] =>
  'fault' in given
    ? [{ row, key: `upload.code.${given.fault}`, values: { registration, qrid: qrid ?? '' } }]
    : [];

/** Uploads of QR codes, and the labels of what was uploaded (requirements O-05, Q-07, Q-P02). */
export class CodeUploadsService {
  readonly #labels: LabelsService;

  constructor(private readonly services: Pick<Services, 'db' | 'config'>) {
    this.#labels = new LabelsService(services);
  }

  /**
   * Gives the vehicles of a file their codes, all of them or none.
   *
   * @param file null where none came
   * @throws HttpError 400 with the rows that are wrong beside the field `file`
   */
  async upload(
    viewer: Viewer,
    wantedCustomer: number | undefined,
    file: ReceivedTable | null,
  ): Promise<AnswerOf<Calls['qrCodes']>> {
    if (file === null) throw wrongField('file', 'validation.required');
    const { rows, faults } = await refusingFaults(CodeRows.read(tableRows(file.path)));
    refuseFaults(faults);
    const given = await this.services.db.asViewer(viewer, async (trx) => {
      const customerId = await uploadCustomer(trx, viewer, wantedCustomer);
      const codes = await giveCodes(trx, viewer, customerId, rows);
      refuseFaults(rows.flatMap((row, n) => faultOf(row, codes[n] ?? { fault: 'unknownVehicle' })));
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
   * @throws HttpError 404 where one is out of sight, and where nothing is to print
   */
  labels(viewer: Viewer, { vehicles, page }: BodyOf<Calls['labels']>) {
    return this.#labels.pdf(viewer, { vehicles, page });
  }
}
