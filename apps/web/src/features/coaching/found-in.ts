import { ApiError } from '../../api/client.ts';

/** The only row of a list that was read by an id. @throws ApiError 404 if there is none */
export function foundIn<Row>([found]: readonly Row[]): Row {
  if (found === undefined) {
    throw new ApiError(404, 'Not found', { code: 'request.not_found', detail: '' });
  }
  return found;
}
