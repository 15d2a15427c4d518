import type { contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { makePdf } from '../../../../platform/documents/index.ts';
import { badRequest, notFound } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import { safeName } from '../../../../platform/tables/index.ts';
import { textOf } from '../../../../platform/texts.ts';
import { checkVisibleDepot, visibleVehicle } from '../../../core/fleet/index.ts';
import { activeCodes } from '../qr-codes.repository.ts';
import { documentsAddress, helpAddress } from '../qr-codes-addresses.ts';
import { vehiclesOfDepot, vehiclesOfIds } from './qr-codes-labels.repository.ts';
import { labelSheet } from './qr-codes-labels-sheet.ts';

/** 75 pages; larger fleets are printed depot by depot. */
const MAX_LABELS = 600;

/** Selects the vehicles; each of `vehicles` must be visible. */
type LabelsQuery = QueryOf<typeof contract.qrCodes.labels> & {
  readonly vehicles?: readonly number[];
};

/** Makes PDFs of labels. */
export class LabelsService {
  constructor(private readonly services: Pick<Services, 'db' | 'config'>) {}

  /**
   * A PDF of the labels of a vehicle, of the vehicles of a depot, or of all visible vehicles.
   * Vehicles with a revoked code have no label.
   *
   * @throws HttpError 404 for a vehicle or depot that is not visible, or without any label, 400 for
   *   too many labels
   */
  async pdf(viewer: Viewer, query: LabelsQuery): Promise<{ name: string; bytes: Buffer }> {
    const { publicUrl } = this.services.config;
    const addressOf = query.page === 'help' ? helpAddress : documentsAddress;
    const { vehicles, codes, wording } = await this.services.db.asViewer(viewer, async (trx) => {
      const found = await this.#vehicles(trx, viewer, query);
      return {
        vehicles: found,
        wording: await wordingOf(trx, viewer.customerId, viewer.language),
        codes: await activeCodes(
          trx,
          found.map(({ id }) => id),
        ),
      };
    });
    const text = textOf(wording, `qr.label.${query.page}`);
    const labels = vehicles.flatMap(({ id, registration }) => {
      const code = codes.get(id);
      return code === undefined
        ? []
        : [{ heading: registration, text, address: addressOf(publicUrl, code) }];
    });
    const [first] = labels;
    if (first === undefined) throw notFound('qr_code.nothing_to_print');
    const bytes = await makePdf(labelSheet(labels, textOf(wording, 'qr.label.title'), wording));
    const plate = query.vehicle === undefined ? '' : `_${safeName(first.heading)}`;
    return { name: `qr-labels${plate}.pdf`, bytes };
  }

  async #vehicles(
    trx: Transaction,
    viewer: Viewer,
    { vehicle, vehicle_group: depot, vehicles }: LabelsQuery,
  ) {
    if (vehicles !== undefined) {
      const chosen = await vehiclesOfIds(trx, viewer, vehicles);
      if (chosen.length < new Set(vehicles).size) throw notFound('vehicle.one_unknown');
      return chosen;
    }
    if (vehicle !== undefined) return [await visibleVehicle(trx, viewer, vehicle)];
    if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
    const found = await vehiclesOfDepot(trx, viewer, depot ?? null, MAX_LABELS + 1);
    if (found.length <= MAX_LABELS) return found;
    throw badRequest({ code: 'label.too_many', params: { most: MAX_LABELS } });
  }
}
