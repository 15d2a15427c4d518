import { allows } from '@roadworthy/domain';
import { isTimeZone } from '@roadworthy/domain/time';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { makePdf } from '../../../../platform/documents/index.ts';
import { forbidden, orNotFound, unauthorised } from '../../../../platform/errors.ts';
import { fileById } from '../../../../platform/files/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { type Display, displayOf, readerOf, safeName } from '../../../../platform/tables/index.ts';
import { languageOf } from '../../../../platform/texts.ts';
import { type Audience, photographsOf } from './records-reports.repository.ts';
import type { ReportSource } from './records-reports-document.service.ts';
import { CHECK, DEFECT, INSPECTION, type Kind, type Stored } from './records-reports-kinds.ts';
import { recordPhotos } from './records-reports-pictures.ts';
import { isSignedReport, type SignedKind } from './signed-report.ts';

/** A report with its file name. */
export interface ReportPdf {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Access to a report: by the viewer's permissions or by a signed link. */
export interface ReportAccess {
  readonly viewer: Viewer | null;
  readonly signature?: string | undefined;
  readonly expires?: number | undefined;
  readonly language?: string | undefined;
  readonly time_zone?: string | undefined;
}

const CHECK_MODULES = ['Vehicle Check', 'Vehicle File'] as const;

/** Display settings of a visitor: language and time zone of the browser. */
function visitorDisplay({ language, time_zone: timeZone = 'UTC' }: ReportAccess): Display {
  const reader = languageOf(language);
  const distanceUnit = reader === 'pt' ? 'KMS' : 'MLS';
  const formats = { dateFormat: null, timeFormat: null };
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  return displayOf({ language: reader, distanceUnit }, formats, zone);
}

/** PDF reports of records (requirements G-92, G-93, J-25, J-26; ). */
export class RecordReports {
  constructor(
    private readonly services: Pick<Services, 'db' | 'files' | 'config'>,
    private readonly source: ReportSource,
  ) {}

  /**
   * The report of a defect in the viewer's language, units and time zone (UTC if they have none).
   *
   * @throws HttpError 404 if the record does not exist or is not visible, 503 while too many
   *   reports are being made
   */
  async defect(viewer: Viewer, id: number): Promise<ReportPdf> {
    const { vehicle, bytes } = await this.#make(DEFECT, id, viewer);
    return { name: `defect-report_${safeName(vehicle.registration)}.pdf`, bytes };
  }

  /**
   * The report of a safety inspection, for holders of a signed link or of the vehicle file module.
   *
   * @throws HttpError 401 for a visitor without a valid signed link, 403 without the module, 404 if
   *   the record does not exist or is not visible, 503 while too many reports are being made
   */
  async inspection(access: ReportAccess, id: number): Promise<ReportPdf> {
    const { vehicle, bytes } = await this.#makeChecked(INSPECTION, 'inspection', id, access);
    const plate = safeName(vehicle.registration);
    return { name: `safety-inspection-report_${id}_${plate}.pdf`, bytes };
  }

  /**
   * The report of a driver check (requirements J-25, J-27). Like {@link inspection}, but the
   * vehicle check module gives access too.
   */
  async check(access: ReportAccess, id: number): Promise<ReportPdf> {
    const { vehicle, bytes } = await this.#makeChecked(CHECK, 'driver-check', id, access);
    return { name: `driver-check-${safeName(vehicle.registration)}.pdf`, bytes };
  }

  #makeChecked<S extends Stored>(
    of: Kind<S>,
    signed: SignedKind,
    id: number,
    access: ReportAccess,
  ) {
    const { sessionSecret } = this.services.config;
    if (isSignedReport(sessionSecret, signed, id, access)) {
      return this.#make(of, id, 'signed', visitorDisplay(access));
    }
    const { viewer } = access;
    if (viewer === null) throw unauthorised();
    const anyOf = signed === 'inspection' ? (['Vehicle File'] as const) : CHECK_MODULES;
    if (!allows({ kind: 'module', anyOf }, viewer)) {
      throw forbidden('access.denied');
    }
    return this.#make(of, id, viewer);
  }

  /** Reads the record within the caller's rights, and renders after the transaction has ended. */
  async #make<S extends Stored>(of: Kind<S>, id: number, audience: Audience, visitor?: Display) {
    const { db, files } = this.services;
    const read = async (trx: Transaction) => {
      const stored = orNotFound(await of.find(trx, audience, id));
      const { signature_file_id: signatureId } = stored.record;
      const { logo_file_id: logoId } = stored.vehicle;
      return {
        stored,
        logo: logoId === null ? null : ((await fileById(trx, logoId)) ?? null),
        signature: signatureId === null ? null : ((await fileById(trx, signatureId)) ?? null),
        photographs: await photographsOf(trx, of.owner, id),
        reader: audience === 'signed' ? null : await readerOf(trx, audience),
        // Visitors see the custom texts of the customer that owns the vehicle.
        wording: await wordingOf(trx, stored.vehicle.customer_id, visitor?.locale),
      };
    };
    const found =
      audience === 'signed' ? await db.asSystem(read) : await db.asViewer(audience, read);
    const { stored, logo, signature, photographs, reader, wording } = found;
    const { vehicle } = stored;
    // The holder of a signed link has no user id for the token of the document service.
    if (of.service !== null && audience !== 'signed') {
      const bytes = await this.source.pdf(of.service, id, audience.userId);
      if (bytes !== null) return { vehicle, bytes };
    }
    const pictures = await recordPhotos(files, logo, signature, photographs);
    const display =
      audience === 'signed' || reader === null
        ? { ...(visitor ?? visitorDisplay({ viewer: null })), language: wording }
        : displayOf(audience, reader, audience.timeZone ?? 'UTC');
    return { vehicle, bytes: await makePdf(of.layout(stored, pictures, display)) };
  }
}
