import { randomBytes } from 'node:crypto';
import type { BodyOf, contract } from '@roadworthy/contract';
import { attributeNamed, type JsonMapping } from '@roadworthy/domain';
import type { ErrorCode } from '../../../platform/error-texts.ts';
import { badRequest, type ErrorMessage } from '../../../platform/errors.ts';
import type { InputSettings } from './data-inputs.repository.ts';

export type InputBody = BodyOf<typeof contract.dataInputs.change>;

const PROTOCOLS = ['mqtt:', 'mqtts:', 'ws:', 'wss:'];
/** Filters of MQTT (3.1.1, 4.7): + is a whole level, # the whole last one. */
const TOPIC_FILTER = /^(\+|[^\0+#/\s]*)(\/(\+|[^\0+#/\s]*))*(\/#)?$|^#$/;

function addressError(address: string): ErrorCode | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.hostname === '' || !PROTOCOLS.includes(url.protocol)) {
    return 'data_input.address';
  }
  // An address is shown and audited.
  if (url.username !== '' || url.password !== '') return 'data_input.address_credentials';
  const hasRest = !['', '/'].includes(url.pathname) || url.search !== '';
  return hasRest && url.protocol.startsWith('mqtt') ? 'data_input.address' : null;
}

/** Whether a mapping names the device of its records. */
export const isMapped = ({ fields, topic_level: level }: JsonMapping): boolean =>
  fields.device !== '' || level !== null;

function mappingError({ kind, mapping }: InputBody): ErrorMessage | null {
  const { attributes, fields, only_path: onlyPath, only_value: onlyValue } = mapping;
  if ((fields.latitude === '') !== (fields.longitude === '')) return 'data_input.half_place';
  if (kind === 'http' && mapping.topic_level !== null) return 'data_input.topic_of_http';
  if ((onlyPath === '') !== (onlyValue === '')) return 'data_input.half_filter';
  const seen = new Set<string>();
  for (const { name, path } of attributes) {
    if (attributeNamed(name) === null) {
      return { code: 'data_input.attribute_unknown', params: { name } };
    }
    if (path === '') return { code: 'data_input.attribute_path', params: { name } };
    if (seen.has(name)) return { code: 'data_input.attribute_twice', params: { name } };
    seen.add(name);
  }
  return null;
}

/**
 * Refuses an input that is not valid.
 *
 * @throws HttpError 400 with the wrong fields
 */
export function refuseWrongInput(body: InputBody): void {
  const errors: Record<string, ErrorMessage[]> = {};
  if (body.kind === 'mqtt') {
    const address = addressError(body.address);
    if (address !== null) errors.address = [address];
    if (body.topic === '' || !TOPIC_FILTER.test(body.topic)) errors.topic = ['data_input.topic'];
    if (/[\s\0]/.test(body.client_id)) errors.client_id = ['data_input.client_id'];
  }
  const mapping = mappingError(body);
  if (mapping !== null) errors.mapping = [mapping];
  if (Object.keys(errors).length > 0) throw badRequest('validation.invalid', { errors });
}

/** The settings of a broker; an HTTP input has none. Without a client id, one is chosen. */
export function settingsOf(body: InputBody, before: InputSettings | null): InputSettings {
  if (body.kind === 'http') return { address: '', topic: '', username: '', client_id: '' };
  const { address, topic, username } = body;
  const chosen = before?.client_id || `roadworthy-${randomBytes(6).toString('hex')}`;
  return { address, topic, username, client_id: body.client_id || chosen };
}
