import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerUserRoutes } from './users.routes.ts';
import { UsersService } from './users.service.ts';

export { assigneesOf, isAssignable } from './assignees/users-assignees.repository.ts';
export { refuseWithoutAdministrator } from './last-administrator.ts';
export { visibleUserById } from './users.repository.ts';
export {
  administratorsOf,
  emailOfUser,
  type InformedUser,
  readersOfInformation,
} from './users-email.repository.ts';
export { noticeText, notifyUser } from './users-notice.ts';
export { userInScope } from './users-scope.ts';

/** Administration of users (area U). */
export function registerUsers(app: FastifyInstance, services: Services): void {
  registerUserRoutes(app, new UsersService(services));
}
