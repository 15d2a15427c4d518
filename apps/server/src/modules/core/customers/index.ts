export { customerIsKnown, customerNames } from './customers.repository.ts';
export { registerCustomers } from './customers.routes.ts';
export {
  customerFor,
  customerScope,
  type FieldErrors,
  refuseFaults,
  refusingTaken,
} from './customers-owner.ts';
