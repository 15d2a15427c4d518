import type { BodyOf, contract } from '@roadworthy/contract';
import type { TemplateItem } from '../../../platform/db/index.ts';
import { wrongField } from '../../../platform/errors.ts';
import type { ComposedCheck } from './records/walkaround-records-content.ts';

export type WalkaroundBody = BodyOf<typeof contract.walkaround.send>;
/** The answers about one asset: the vehicle or a trailer. */
type Answered = Pick<WalkaroundBody, 'answers'>;
type Fields = ComposedCheck['fields'];

/** Distinct ids of the photographs, in the order in which the answers refer to them. */
export function photoIdsOf({ answers }: Answered): number[] {
  return [...new Set(answers.flatMap(({ photos }) => photos))];
}

/**
 * The items of a check: those of the template, with the answers. Photographs are numbered from 1 in
 * the order of {@link photoIdsOf}.
 *
 * @throws HttpError 400 on the answers if one is missing, duplicated or not in the template
 */
export function itemsOf(body: Answered, asked: readonly TemplateItem[]): Fields['items'] {
  const ids = photoIdsOf(body);
  for (const [n, { item }] of body.answers.entries()) {
    if (asked[item] === undefined) throw wrongField(`answers.${n}.item`, 'check.not_asked');
    const first = body.answers.findIndex((one) => one.item === item);
    if (first !== n) throw wrongField(`answers.${n}.item`, 'check.answered_twice');
  }
  return asked.map(({ section, name, area }, n) => {
    const given = body.answers.find(({ item }) => item === n);
    if (given === undefined) {
      throw wrongField('answers', { code: 'check.not_answered', params: { name } });
    }
    const { result, severity, note, photos } = given;
    return {
      section,
      name,
      area,
      result,
      ...(severity === undefined ? {} : { severity }),
      ...(note === undefined ? {} : { note }),
      photos: photos.map((id) => ids.indexOf(id) + 1),
    };
  });
}

/** The check of a trailer, with what the whole check says of time, place and person. */
export const trailerFieldsOf = (
  body: WalkaroundBody,
  trailer: NonNullable<WalkaroundBody['trailers']>[number],
  asked: readonly TemplateItem[],
  placeName: string | null,
): Fields =>
  // The odometer is that of the vehicle.
  fieldsOf({ ...body, ...trailer, odometer: null }, asked, placeName);

/**
 * Converts a phone's check to the fields of a driver check.
 *
 * @param placeName name of the position; null if there is none
 */
export function fieldsOf(
  body: WalkaroundBody,
  asked: readonly TemplateItem[],
  placeName: string | null,
): Fields {
  const place = body.place === '' ? placeName : body.place;
  return {
    type: 'DRV',
    vehicle: body.vehicle,
    started_at: body.started_at,
    done_at: body.done_at,
    items: itemsOf(body, asked),
    signed_name: body.signed_name,
    ...(body.odometer === null ? {} : { odometer: body.odometer }),
    ...(place === null ? {} : { place }),
    ...(body.lat === null ? {} : { lat: body.lat }),
    ...(body.long === null ? {} : { long: body.long }),
  };
}
