import { failureOf, WebhookError } from '../../../../platform/deliveries/index.ts';
import { HttpError } from '../../../../platform/errors.ts';
import { StreamError } from '../destinations/index.ts';

/**
 * What is stored of a failure: a code with a text for people. Other messages may contain addresses or
 * credentials.
 */
export function storedFailure(error: unknown): string {
  const isKnown =
    error instanceof WebhookError || error instanceof StreamError || error instanceof HttpError;
  return isKnown ? failureOf(error) : 'outgoing_stream.failed';
}
