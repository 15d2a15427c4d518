import { ApiError, api } from '../../api/client.ts';
import { type Customer, type CustomerDraft, customerBody, formFaults } from './customers.ts';

/**
 * Saves a customer; null for a new one.
 *
 * @throws ApiError; the errors of nested fields are named after the fields of the form
 */
export async function saveCustomer(draft: CustomerDraft, one: Customer | null): Promise<Customer> {
  const body = customerBody(draft);
  try {
    return await (one === null
      ? api.customers.create({ body })
      : api.customers.change({ params: { id: one.id }, body }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.body.errors === undefined) throw error;
    const errors = formFaults(error.body.errors);
    throw new ApiError(error.status, error.statusText, { ...error.body, errors });
  }
}
