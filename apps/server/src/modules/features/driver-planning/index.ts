import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { AbsencesService } from './absences/driver-planning-absences.service.ts';
import { PlanningBoardService } from './board/driver-planning-board.service.ts';
import { CandidatesService } from './candidates/driver-planning-candidates.service.ts';
import { registerDriverPlanningRoutes } from './driver-planning.routes.ts';
import { OwnPlanService } from './own/driver-planning-own.service.ts';
import { ShiftCopyService } from './shifts/driver-planning-copy.service.ts';
import { ShiftsService } from './shifts/driver-planning-shifts.service.ts';

export { PlanningBoardService } from './board/driver-planning-board.service.ts';
export { checkComingShifts, registerPlanningJob } from './checks/driver-planning-checks.job.ts';
export { refreshLevels } from './checks/driver-planning-checks.ts';
export { accountsOfDrivers, customerOfVisible } from './driver-planning.repository.ts';
export { daysRange, planZone } from './driver-planning-days.ts';

/** Shifts and absences of drivers, checked against hours, documents and vehicles. */
export function registerDriverPlanning(
  app: FastifyInstance,
  services: Pick<Services, 'config' | 'db'>,
): void {
  const { db } = services;
  registerDriverPlanningRoutes(app, {
    absences: new AbsencesService(services),
    board: new PlanningBoardService(db),
    candidates: new CandidatesService(db),
    copying: new ShiftCopyService(services),
    own: new OwnPlanService(services),
    shifts: new ShiftsService(services),
  });
}
