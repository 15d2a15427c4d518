import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { AbsencesService } from './absences/driver-planning-absences.service.ts';
import type { PlanningBoardService } from './board/driver-planning-board.service.ts';
import type { CandidatesService } from './candidates/driver-planning-candidates.service.ts';
import type { OwnPlanService } from './own/driver-planning-own.service.ts';
import type { ShiftCopyService } from './shifts/driver-planning-copy.service.ts';
import type { ShiftsService } from './shifts/driver-planning-shifts.service.ts';

/** Registers the routes of planned shifts and absences. */
export function registerDriverPlanningRoutes(
  app: FastifyInstance,
  {
    absences,
    board,
    candidates,
    copying,
    own,
    shifts,
  }: {
    readonly absences: AbsencesService;
    readonly board: PlanningBoardService;
    readonly candidates: CandidatesService;
    readonly copying: ShiftCopyService;
    readonly own: OwnPlanService;
    readonly shifts: ShiftsService;
  },
): void {
  const calls = contract.driverPlanning;
  implement(app, calls.board, ({ viewer, query }) => board.read(viewer, query));
  implement(app, calls.list, ({ viewer, query }) => shifts.list(viewer, query));
  implement(app, calls.exportList, async ({ viewer, query, reply }) =>
    sendFile(reply, await shifts.file(viewer, query)),
  );
  implement(app, calls.add, ({ viewer, body }) => shifts.add(viewer, body));
  implement(app, calls.read, ({ viewer, params }) => shifts.read(viewer, params.id));
  implement(app, calls.change, ({ viewer, params, body }) =>
    shifts.change(viewer, params.id, body),
  );
  implement(app, calls.remove, ({ viewer, params }) => shifts.remove(viewer, params.id));
  implement(app, calls.check, ({ viewer, body }) => shifts.check(viewer, body));
  implement(app, calls.copy, ({ viewer, body }) => copying.copy(viewer, body));
  implement(app, calls.own, ({ viewer }) => own.read(viewer));
  implement(app, calls.acknowledge, ({ viewer, params, body }) =>
    own.acknowledge(viewer, params.id, body),
  );
  implement(app, calls.requestAbsence, ({ viewer, body }) => own.request(viewer, body));
  implement(app, calls.withdrawAbsence, ({ viewer, params }) => own.withdraw(viewer, params.id));

  implement(app, contract.driverCandidates.list, ({ viewer, query }) =>
    candidates.list(viewer, query),
  );

  const away = contract.driverAbsences;
  implement(app, away.list, ({ viewer, query }) => absences.list(viewer, query));
  implement(app, away.add, ({ viewer, body }) => absences.add(viewer, body));
  implement(app, away.read, ({ viewer, params }) => absences.read(viewer, params.id));
  implement(app, away.change, ({ viewer, params, body }) =>
    absences.change(viewer, params.id, body),
  );
  implement(app, away.decide, ({ viewer, params, body }) =>
    absences.decide(viewer, params.id, body),
  );
  implement(app, away.remove, ({ viewer, params }) => absences.remove(viewer, params.id));
}
