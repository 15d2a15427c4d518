import type { BodyOf, contract } from '@roadworthy/contract';
import type { TemplateItem } from '../../../platform/db/index.ts';
import { wrongField } from '../../../platform/errors.ts';
import type { SaidCheck } from './records/walkaround-records.service.ts';

export type WalkaroundBody = BodyOf<typeof contract.walkaround.send>;
type Fields = SaidCheck['fields'];

/** Ids of the photographs, in the order in which the answers name them; each once. */
export function photoIdsOf({ answers }: Pick<WalkaroundBody, 'answers'>): number[] {
  return [...new Set(answers.flatMap(({ photos }) => photos))];
}

/**
 * The items of a check: what the template asks, with the answers; photographs are counted from 1 in
 * the order of {@link photoIdsOf}.
 *
 * @throws HttpError 400 beside the answers where one is missing, comes twice, or was not asked
 */
export function itemsOf(body: WalkaroundBody, asked: readonly TemplateItem[]): Fields['items'] {
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

/**
 * A check of a phone as the record takes it.
 *
 * @param placeName of the position; null where it has none
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
