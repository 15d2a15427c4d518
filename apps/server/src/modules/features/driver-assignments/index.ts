import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerDriverAssignmentRoutes } from './driver-assignments.routes.ts';
import { DriverAssignmentsService } from './driver-assignments.service.ts';
import { OwnAssignmentsService } from './own/driver-assignments-own.service.ts';

/** Assignments of drivers to vehicles and their hand-overs, in a scope that accepts multipart bodies. */
export function registerDriverAssignments(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    await scope.register(multipart);
    registerDriverAssignmentRoutes(
      scope,
      services.files,
      new DriverAssignmentsService(services),
      new OwnAssignmentsService(services),
    );
  });
}
