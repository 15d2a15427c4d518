import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { CalendarFeedsService } from './calendar/schedules-calendar.service.ts';
import type { RemindersService } from './reminders/schedules-reminders.service.ts';
import type { ScheduleTypesService } from './schedule-types/schedules-schedule-types.service.ts';
import type { SchedulesService } from './schedules.service.ts';

export interface ScheduleServices {
  readonly scheduleTypes: ScheduleTypesService;
  readonly schedules: SchedulesService;
  readonly reminders: RemindersService;
  readonly calendars: CalendarFeedsService;
}

/** Routes of schedule types, schedules, reminders and calendar feeds. */
export function registerScheduleRoutes(app: FastifyInstance, services: ScheduleServices): void {
  const { scheduleTypes, schedules, reminders, calendars } = services;
  const calls = contract.schedules;
  implement(app, calls.scheduleTypes, ({ viewer, query }) => scheduleTypes.list(viewer, query));
  implement(app, calls.scheduleType, ({ viewer, params, query }) =>
    scheduleTypes.read(viewer, params.id, query.vehicle),
  );
  implement(app, calls.createScheduleType, ({ viewer, body }) =>
    scheduleTypes.create(viewer, body),
  );
  implement(
    app,
    calls.changeScheduleType,
    ({ viewer, params, body }) => scheduleTypes.change(viewer, params.id, body),
    { current: ({ viewer, params }) => scheduleTypes.read(viewer, params.id, undefined) },
  );
  implement(app, calls.changeVehicleInterval, ({ viewer, params, body }) =>
    scheduleTypes.changeForVehicle(viewer, params, body.interval),
  );
  implement(app, calls.schedules, ({ viewer, query }) => schedules.list(viewer, query));
  implement(app, calls.planSchedule, ({ viewer, params, body }) =>
    schedules.plan(viewer, params.id, body.planned_date),
  );
  implement(app, calls.reminders, ({ viewer }) => reminders.read(viewer));
  implement(app, calls.changeReminders, ({ viewer, body }) => reminders.change(viewer, body));
  implement(app, calls.calendarFeeds, ({ viewer }) => calendars.list(viewer));
  implement(app, calls.createCalendarFeed, ({ viewer, body }) => calendars.create(viewer, body));
  implement(app, calls.removeCalendarFeed, ({ viewer, params }) =>
    calendars.remove(viewer, params.id),
  );
  implement(app, calls.calendar, async ({ params, reply }) => {
    const file = await calendars.calendar(params.token);
    await reply
      .type('text/calendar; charset=utf-8')
      .header('Cache-Control', 'private, no-store')
      .header('Referrer-Policy', 'no-referrer')
      .send(file);
  });
}
