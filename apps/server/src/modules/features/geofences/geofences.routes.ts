import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { wrongField } from '../../../platform/errors.ts';
import { implement } from '../../../platform/http/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { GeofenceFiles } from './files/geofences-files.service.ts';
import type { GeofenceService } from './geofences.service.ts';
import type { LabelService } from './labels/geofences-labels.service.ts';
import type { VisitService } from './visits/geofences-visits.service.ts';

/** Maximum size of a file with a thousand geofences of a hundred corners each. */
const IMPORT_LIMIT_BYTES = 8 * 1024 * 1024;

/** The ids to delete: those of the body, and one of the query. */
const chosen = (one: number | undefined, ids: readonly number[]) => {
  const all = one === undefined ? ids : [one, ...ids];
  if (all.length === 0) throw wrongField('ids', 'geofence.ids_required');
  return [...all];
};

/** Registers the routes of geofences, their groups, categories, visits and files. */
export function registerGeofenceRoutes(
  app: FastifyInstance,
  services: {
    readonly geofences: GeofenceService;
    readonly labels: LabelService;
    readonly visits: VisitService;
    readonly files: GeofenceFiles;
  },
): void {
  const calls = contract.geofences;
  const { geofences, labels, visits, files } = services;
  // Hundreds of thousands of corners: the service's JSON is sent as it is.
  const trusted = { trusted: true };
  implement(app, calls.list, ({ viewer, query }) => geofences.list(viewer, query), trusted);
  implement(app, calls.create, ({ viewer, body }) => geofences.create(viewer, body));
  implement(app, calls.read, ({ viewer, params }) => geofences.read(viewer, params.id));
  implement(
    app,
    calls.change,
    ({ viewer, params, body }) => geofences.change(viewer, params.id, body),
    { current: ({ viewer, params }) => geofences.read(viewer, params.id) },
  );
  implement(app, calls.putIntoGroups, ({ viewer, params, body }) =>
    geofences.putIntoGroups(viewer, params.id, body.groups),
  );
  implement(app, calls.remove, ({ viewer, params }) => geofences.remove(viewer, params.id));
  implement(app, calls.groups, ({ viewer, query }) => labels.groups(viewer, pageOf(query)));
  implement(app, calls.groupList, ({ viewer }) => labels.groupList(viewer), trusted);
  implement(app, calls.createGroup, ({ viewer, body }) =>
    labels.createGroup(viewer, body.GroupName),
  );
  implement(app, calls.removeGroups, ({ viewer, query, body }) =>
    labels.remove(viewer, 'geofence_groups', chosen(query.id, body.ids)),
  );
  implement(app, calls.categories, ({ viewer, query }) => labels.categories(viewer, pageOf(query)));
  implement(app, calls.createCategory, ({ viewer, body }) => labels.createCategory(viewer, body));
  implement(app, calls.removeCategories, ({ viewer, query, body }) =>
    labels.remove(viewer, 'geofence_categories', chosen(query.id, body.ids)),
  );
  implement(app, calls.visits, ({ viewer, query }) => visits.list(viewer, query));
  implement(app, calls.exportFile, async ({ viewer, query, reply }) => {
    const { type, text } = await files.exported(viewer, query.format);
    await reply
      .type(`${type}; charset=utf-8`)
      .header('Content-Disposition', `attachment; filename="geofences.${query.format}"`)
      .send(text);
    return undefined;
  });
  implement(app, calls.importMany, ({ viewer, body }) => files.imported(viewer, body.geofences), {
    bodyLimitBytes: IMPORT_LIMIT_BYTES,
  });
}
