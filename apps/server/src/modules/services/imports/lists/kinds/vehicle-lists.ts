import { contract } from '@roadworthy/contract';
import type { CatalogueKind } from '../../../../../platform/db/index.ts';
import {
  entriesOf,
  type VehicleEntryRow,
  VehicleListsService,
} from '../../../../core/catalogue/index.ts';
import { typeOfWord } from '../../vehicles/matching/imports-vehicles-matching-words.ts';
import { entriesNamed } from '../imports-lists.repository.ts';
import { type Draft, formOf, type ImportColumn, type ImportKind } from '../imports-lists-kind.ts';
import { byText, choosable, valuesIn } from '../imports-lists-names.ts';

const { body } = contract.vehicleLists.create;

const nameColumn = (heading: ImportColumn['heading']): ImportColumn => ({
  field: 'name',
  heading,
  isNeeded: true,
  wrong: 'import.row.name',
  refused: 'import.row.nameTaken',
});

const OF_MODEL: readonly ImportColumn[] = [
  {
    field: 'manufacturer',
    heading: 'report.column.manufacturer',
    others: ['make', 'brand', 'marca'],
    refused: 'import.row.missing',
  },
  nameColumn('report.column.model'),
  {
    field: 'vehicle_type',
    heading: 'report.column.vehicleType',
    others: ['type', 'tipo'],
    wrong: 'import.row.types',
    refused: 'import.row.missing',
  },
];

const draftOf = ({ name, manufacturer_id, vehicle_type }: VehicleEntryRow): Draft => ({
  name,
  manufacturer: manufacturer_id,
  vehicle_type,
});

const isOf = ({ manufacturer_name: maker }: VehicleEntryRow, wanted: string | undefined): boolean =>
  wanted === undefined || maker?.toLowerCase() === wanted.toLowerCase();

/** A list of vehicle or driver attributes (O-23), matched by name; models also by manufacturer. */
export function vehicleList(kind: CatalogueKind): ImportKind {
  const isModel = kind === 'model';
  return {
    title: `administration.list.${kind}`,
    columns: isModel ? OF_MODEL : [nameColumn('report.column.name')],
    nameOf: ({ name = '', manufacturer }) =>
      manufacturer === undefined ? name : `${manufacturer} ${name}`,
    keyOf: ({ name, manufacturer = '' }) =>
      name === undefined ? null : `${manufacturer}|${name}`.toLowerCase(),
    open: async ({ trx, viewer, customerId }, rows) => {
      const named = await entriesNamed(trx, customerId, kind, valuesIn(rows, 'name'));
      const ids = named.map(({ id }) => id);
      const known = byText(await entriesOf(trx, viewer, kind, ids), ({ name }) => name);
      const makers = valuesIn(rows, 'manufacturer');
      const makerOf = choosable(await entriesNamed(trx, customerId, 'manufacturer', makers));
      return {
        candidates: ({ name = '', manufacturer }) =>
          known(name)
            .filter((row) => isOf(row, manufacturer))
            .map((row) => ({
              id: row.id,
              isArchived: row.is_archived,
              form: formOf(body, draftOf(row), (services, filled) =>
                new VehicleListsService(services).change(viewer, kind, row.id, filled),
              ),
              shown: { manufacturer: row.manufacturer_name ?? undefined },
            })),
        fresh: formOf(body, {}, (services, filled) =>
          new VehicleListsService(services).create(viewer, kind, filled),
        ),
        read: ({ name, manufacturer, vehicle_type: type }, addError) => {
          const maker = manufacturer === undefined ? undefined : makerOf(manufacturer);
          if (manufacturer !== undefined && maker === undefined) {
            addError('manufacturer', 'import.row.entry');
          }
          const vehicleType = type === undefined ? undefined : typeOfWord(type);
          if (type !== undefined && vehicleType === undefined) {
            addError('vehicle_type', 'import.row.types');
          }
          return {
            ...(name === undefined ? {} : { name }),
            ...(maker === undefined ? {} : { manufacturer: maker }),
            ...(vehicleType === undefined ? {} : { vehicle_type: vehicleType }),
          };
        },
      };
    },
  };
}
