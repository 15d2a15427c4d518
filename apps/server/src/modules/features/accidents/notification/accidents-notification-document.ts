import { buffer } from 'node:stream/consumers';
import { DEFAULT_CURRENCY, DEFAULT_DATE_FORMAT, formatDateTime } from '@roadworthy/domain';
import type { Transaction } from '../../../../platform/db/index.ts';
import { makePdf, pictureUrl } from '../../../../platform/documents/index.ts';
import { type FileRow, type Files, fileById } from '../../../../platform/files/index.ts';
import { type Display, safeName, wordsOf } from '../../../../platform/tables/index.ts';
import { LOCALES, referenceOf, type TextKey, type Wording } from '../../../../platform/texts.ts';
import {
  broken,
  factsTable,
  heading,
  photographsPart,
  reportPdf,
  signaturePart,
} from '../../records/index.ts';
import {
  type AccidentPhoto,
  type AccidentRow,
  accidentPhotos,
  type PartyRow,
  partiesOf,
} from './accidents-notification.repository.ts';

const PHOTO_SIDE_PX = 1000;
const DRAWING_SIDE_PX = 800;
const SKETCH_FIT = [420, 260] as const;

/** An image as a data URL; null if the file is missing or not readable as an image. */
async function dataUrlOf(files: Files, file: FileRow | null | undefined, sidePx: number) {
  if (file === null || file === undefined) return null;
  return pictureUrl(await buffer(await files.read(file)), sidePx).catch(() => null);
}

async function shownPhotos(files: Files, photos: readonly AccidentPhoto[]) {
  const made = [];
  for (const { notes, file } of photos) {
    const url = await dataUrlOf(files, file, PHOTO_SIDE_PX);
    made.push({ caption: notes, url, shows: 'finding' as const });
  }
  return made;
}

function placeOf({ latitude, longitude }: AccidentRow): string | null {
  return latitude === null || longitude === null
    ? null
    : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

const yesNo = (display: Display, yes: boolean) =>
  wordsOf(display, yes ? 'accident.yes' : 'accident.no');

function factsPart(display: Display, report: AccidentRow): object {
  const facts: (readonly [TextKey, string | null])[] = [
    ['records.fact.registration', report.registration],
    ['records.fact.customer', report.customer],
    ['records.fact.model', report.manufacturer_model],
    ['records.fact.reference', report.reference_number],
    ['accident.happened', formatDateTime(report.happened_at.getTime(), display.dates)],
    ['records.fact.zone', report.time_zone],
    ['accident.driver', report.driver_name],
    ['accident.phone', report.driver_phone],
    ['accident.address', report.address],
    ['accident.road', report.road],
    ['accident.position', placeOf(report)],
    ['accident.injuries', yesNo(display, report.injuries)],
    ['accident.police', yesNo(display, report.police_informed)],
    ['accident.policeReference', report.police_reference],
  ];
  return factsTable(display, facts);
}

function personPart(display: Display, party: PartyRow): object[] {
  return [
    { ...broken(party.name), bold: true, margin: [0, 6, 0, 2] },
    factsTable(display, [
      ['accident.phone', party.phone],
      ['records.fact.registration', party.registration],
      ['accident.inVehicle', String(party.number_in_vehicle)],
      ['accident.injured', party.kind === 'party' ? yesNo(display, party.injured) : null],
      ['accident.injuryDetails', party.injury_details],
      ['accident.details', party.details],
    ]),
  ];
}

async function peoplePart(
  display: Display,
  files: Files,
  title: TextKey,
  people: readonly PartyRow[],
  photos: readonly AccidentPhoto[],
): Promise<object[]> {
  if (people.length === 0) return [];
  const parts: object[] = [heading(wordsOf(display, title))];
  for (const person of people) {
    const own = photos.filter(({ partyId }) => partyId === person.id);
    parts.push(...personPart(display, person));
    if (own.length > 0) parts.push(...photographsPart(display, await shownPhotos(files, own)));
  }
  return parts;
}

/** Makes the PDF of an accident report: facts, description, people, images and signature. */
export async function documentOf(
  trx: Transaction,
  files: Files,
  report: AccidentRow,
  language: Wording,
): Promise<{ name: string; bytes: Buffer }> {
  const display: Display = {
    language,
    locale: LOCALES[referenceOf(language)],
    unit: 'MLS',
    currency: DEFAULT_CURRENCY,
    dates: { timeZone: report.time_zone, dateFormat: DEFAULT_DATE_FORMAT, timeFormat: null },
  };
  const people = await partiesOf(trx, report.id);
  const photos = await accidentPhotos(trx, report.id);
  const sketch = report.sketch_file_id === null ? null : await fileById(trx, report.sketch_file_id);
  const sketchUrl = await dataUrlOf(files, sketch, DRAWING_SIDE_PX);
  const signature = await dataUrlOf(
    files,
    await fileById(trx, report.signature_file_id),
    DRAWING_SIDE_PX,
  );
  const logo = report.logo_file_id === null ? undefined : await fileById(trx, report.logo_file_id);
  const scene = photos.filter(({ partyId }) => partyId === null);
  const parts = [
    factsPart(display, report),
    heading(wordsOf(display, 'accident.what')),
    broken(report.description),
    ...(report.damage === ''
      ? []
      : [heading(wordsOf(display, 'accident.damage')), broken(report.damage)]),
    ...(await peoplePart(
      display,
      files,
      'accident.parties',
      people.filter(({ kind }) => kind === 'party'),
      photos,
    )),
    ...(await peoplePart(
      display,
      files,
      'accident.witnesses',
      people.filter(({ kind }) => kind === 'witness'),
      photos,
    )),
    ...(sketchUrl === null
      ? []
      : [
          heading(wordsOf(display, 'accident.sketch')),
          { image: sketchUrl, fit: SKETCH_FIT, alt: wordsOf(display, 'accident.sketch') },
        ]),
    ...photographsPart(display, await shownPhotos(files, scene)),
    heading(wordsOf(display, 'accident.signature')),
    signaturePart(display, { name: report.signed_name, at: report.created_at }, signature),
  ];
  const of = `${report.registration}, ${report.reference_number}`;
  const title = wordsOf(display, 'accident.title');
  const bytes = await makePdf(
    reportPdf(
      display,
      { title, of, customer: report.customer, parts },
      await dataUrlOf(files, logo, DRAWING_SIDE_PX),
    ),
  );
  const name = `accident-report_${safeName(report.registration)}_${report.reference_number}.pdf`;
  return { name, bytes };
}
