import { contract, PROTOCOLS } from '@roadworthy/contract';
import { protocolNamed } from '@roadworthy/domain';
import type { TrackerRow } from '../../../../core/trackers/index.ts';
import { TrackersService, trackersOf } from '../../../../core/trackers/index.ts';
import { plainRegistration } from '../../reading/imports-reading-values.ts';
import { trackersNumbered, vehiclesRegistered } from '../imports-lists.repository.ts';
import { type Draft, formOf, type ImportKind } from '../imports-lists-kind.ts';
import { byText, valuesIn } from '../imports-lists-names.ts';

const { body } = contract.trackers.create;

const draftOf = ({ number, model, protocol, sim, vehicle_id }: TrackerRow): Draft => ({
  tracker: number,
  model,
  protocol,
  sim,
  vehicle: vehicle_id,
});

/** Trackers (O-21), matched by number. */
export const TRACKERS: ImportKind = {
  title: 'administration.list.trackers',
  columns: [
    {
      field: 'tracker',
      heading: 'report.column.tracker',
      others: ['imei', 'serial', 'number', 'device', 'dispositivo', 'numero'],
      isNeeded: true,
      isNumber: true,
      wrong: 'import.row.device',
      refused: 'import.row.deviceTaken',
    },
    {
      field: 'vehicle',
      heading: 'report.column.vehicle',
      others: ['registration', 'matricula'],
      refused: 'import.row.vehicle',
    },
    { field: 'model', heading: 'report.column.model' },
    { field: 'protocol', heading: 'report.column.protocol' },
    { field: 'sim', heading: 'report.column.sim', isNumber: true },
  ],
  nameOf: ({ tracker = '' }) => tracker,
  keyOf: ({ tracker }) => tracker ?? null,
  open: async ({ trx, viewer, customerId }, rows) => {
    const ids = await trackersNumbered(trx, customerId, valuesIn(rows, 'tracker'));
    const known = byText(await trackersOf(trx, viewer, ids), ({ number }) => number);
    const plates = valuesIn(rows, 'vehicle').map(plainRegistration);
    const vehicles = await vehiclesRegistered(trx, viewer, customerId, plates);
    return {
      candidates: ({ tracker = '' }) =>
        known(tracker).map((row) => ({
          id: row.id,
          isArchived: row.is_archived,
          form: formOf(body, draftOf(row), (services, filled) =>
            new TrackersService(services).change(viewer, row.id, filled),
          ),
          shown: { vehicle: row.registration ?? undefined },
        })),
      fresh: formOf(body, {}, (services, filled) =>
        new TrackersService(services).create(viewer, filled),
      ),
      read: ({ vehicle, protocol, ...texts }, addError) => {
        const read: { vehicle?: number; protocol?: string } = {};
        if (vehicle !== undefined) {
          const id = vehicles.get(plainRegistration(vehicle));
          if (id === undefined) addError('vehicle', 'import.row.vehicle');
          else read.vehicle = id;
        }
        if (protocol !== undefined) {
          const known = protocolNamed(protocol);
          if (known === undefined) {
            addError('protocol', 'import.row.protocol', { names: PROTOCOLS.join(', ') });
          } else read.protocol = known;
        }
        return { ...texts, ...read };
      },
    };
  },
};
