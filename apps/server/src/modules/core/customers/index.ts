export { customerIsKnown, customerName, customerNames } from './customers.repository.ts';
export { registerCustomers } from './customers.routes.ts';
export {
  customerFor,
  customerScope,
  type FieldErrors,
  refusingTaken,
  throwIfInvalid,
} from './customers-owner.ts';
