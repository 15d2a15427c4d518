import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { actorOf } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../platform/errors.ts';
import { fileEnding, storeChecked, storeFile } from '../../../platform/files/index.ts';
import { recordRow } from '../../../platform/resource.ts';
import type { Services } from '../../../platform/services.ts';
import { type BrakeTestRow, setPrintOut, visibleTest, voidTest } from './brake-tests.repository.ts';
import { refuseDrivers } from './brake-tests-access.ts';
import { type BrakeTest, toBrakeTest } from './brake-tests-json.ts';
import { recordBrakeTest } from './brake-tests-records.ts';
import { brakeVehicles } from './due/brake-tests-due.repository.ts';

type Calls = typeof contract.brakeTests;

const PURPOSE = 'records';
/** Tolerance for a client clock that runs ahead of the server's. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

const described = (row: BrakeTestRow) => ({
  customerId: row.customer_id,
  subject: { kind: 'brake_test' as const, id: String(row.id), name: row.registration },
  facts: {
    method: row.method,
    result: row.result,
    tested_at: row.tested_at.toISOString(),
    print_out: row.print_out_file_id,
    void_reason: row.void_reason,
  },
});

/** Brake tests between inspections, their print-outs, and tests entered by mistake. */
export class BrakeTestsService {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /**
   * Records a brake test and its assessment.
   *
   * @throws HttpError 403 for drivers, 404 for a vehicle that is not visible, 400 for a time in the future
   */
  create(
    viewer: Viewer,
    vehicleId: number,
    { place, tested_at: testedAt, tester, ...figures }: BodyOf<Calls['create']>,
    nowMs = Date.now(),
  ): Promise<BrakeTest> {
    refuseDrivers(viewer);
    if (Date.parse(testedAt) > nowMs + CLOCK_TOLERANCE_MS) {
      throw wrongField('tested_at', 'validation.time_in_future');
    }
    const { db, files } = this.services;
    return db.asViewer(viewer, async (trx) => {
      const filter = { vehicleId, depotId: null, search: '' };
      const vehicle = orNotFound((await brakeVehicles(trx, viewer, filter))[0]);
      const id = await recordBrakeTest(
        trx,
        viewer,
        {
          customerId: vehicle.customer_id,
          vehicleId,
          type: vehicle.type,
          kind: vehicle.kind,
          inspectionId: null,
          testedAt: new Date(testedAt),
          tester,
          place,
        },
        figures,
      );
      const made = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, null, made);
      return toBrakeTest(made, files);
    });
  }

  /**
   * Attaches the print-out of a test.
   *
   * @param path the received file; null if none came
   * @throws HttpError 404 if the test is not visible, 400 without a usable file
   */
  async attach(
    viewer: Viewer,
    id: number,
    path: string | null,
  ): Promise<AnswerOf<Calls['printOut']>> {
    refuseDrivers(viewer);
    if (path === null) throw wrongField('document', 'validation.required');
    const { db, files } = this.services;
    const test = await db.asViewer(viewer, (trx) => this.#visible(trx, viewer, id));
    const file = await storeChecked(files, path, {
      customerId: test.customer_id,
      purpose: PURPOSE,
      field: 'document',
      name: (mediaType) => `brake-test-${id}${fileEnding(mediaType)}`,
    });
    try {
      return await db.asViewer(viewer, async (trx) => {
        const before = await this.#visible(trx, viewer, id);
        await storeFile(trx, file);
        await setPrintOut(trx, id, file.id);
        const after = await this.#visible(trx, viewer, id);
        await recordRow(trx, viewer, described, before, after);
        return toBrakeTest(after, files);
      });
    } catch (error) {
      await files.discard([file]);
      throw error;
    }
  }

  /**
   * Marks a test as entered by mistake. It stays, and counts no more.
   *
   * @throws HttpError 404 if it is not visible, 409 if it belongs to an inspection or has changed
   */
  void(
    viewer: Viewer,
    id: number,
    { reason, version }: BodyOf<Calls['void']>,
  ): Promise<AnswerOf<Calls['void']>> {
    refuseDrivers(viewer);
    const { db, files } = this.services;
    return db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      if (before.inspection_record_id !== null) throw conflict('brake_test.of_inspection');
      const { name } = await actorOf(trx, viewer);
      if (!(await voidTest(trx, id, version, name, reason))) throw conflict('brake_test.changed');
      const after = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return toBrakeTest(after, files);
    });
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<BrakeTestRow> {
    return orNotFound(await visibleTest(trx, viewer, id));
  }
}
