import { contract } from '@roadworthy/contract';
import {
  DepotsService,
  depotForm,
  lockGroups,
  type VehicleGroup,
  visibleGroup,
} from '../../../../core/depots/index.ts';
import { vehicleHooks } from '../../../../features/vehicle-file/index.ts';
import { groupsNamed } from '../imports-lists.repository.ts';
import { knownNamesIn, possibleNames } from '../imports-lists-cells.ts';
import {
  type Candidate,
  formOf,
  type ImportContext,
  type ImportKind,
} from '../imports-lists-kind.ts';
import { byText, choosable, valuesIn } from '../imports-lists-names.ts';

const { body } = contract.depots.create;
const idsOf = (records: readonly { readonly id: number }[]) => records.map(({ id }) => id);

/** Lines of an address, with other accepted headings. */
const ADDRESS = [
  ['display_name', 'report.column.addressName', []],
  ['address1', 'report.column.address1', ['address', 'street', 'morada', 'rua']],
  ['address2', 'report.column.address2', []],
  ['city', 'report.column.city', ['city', 'cidade']],
  ['county', 'report.column.county', []],
  ['postcode', 'report.column.postcode', ['postalcode', 'zip']],
  ['country', 'report.column.country', []],
] as const;

/** Candidates for depots or regions, by the names in the rows. */
async function candidatesNamed(
  { trx, viewer, customerId }: ImportContext,
  isRegion: boolean,
  names: readonly string[],
): Promise<(name: string) => readonly Candidate[]> {
  const named = await groupsNamed(trx, viewer, customerId, isRegion, names);
  await lockGroups(trx, isRegion, idsOf(named));
  const known: VehicleGroup[] = [];
  for (const { id } of named) known.push(await visibleGroup(trx, viewer, isRegion, id));
  const ofName = byText(known, ({ name }) => name);
  return (name) =>
    ofName(name).map((group) => ({
      id: group.id,
      isArchived: group.archived,
      form: formOf(body, depotForm(group), (services, filled) =>
        new DepotsService(services, vehicleHooks).change(viewer, group.id, filled),
      ),
      shown: { region: group.region?.name },
    }));
}

/** The form of a new depot or region. */
const freshOf = ({ viewer }: ImportContext, isRegion: boolean) =>
  formOf(body, { is_region: isRegion }, (services, filled) =>
    new DepotsService(services, vehicleHooks).create(viewer, filled),
  );

const blankAddress = Object.fromEntries(ADDRESS.map(([line]) => [line, '']));

/** Depots (O-18), matched by name, which is unique within the customer. */
export const DEPOTS: ImportKind = {
  title: 'administration.list.depots',
  columns: [
    {
      field: 'name',
      heading: 'report.column.depot',
      others: ['vehiclegroup', 'group', 'site', 'grupo', 'deposito'],
      isNeeded: true,
      wrong: 'import.row.name',
      refused: 'import.row.nameTaken',
    },
    {
      field: 'region',
      heading: 'report.column.region',
      others: ['area', 'zona'],
      refused: 'import.row.regionStays',
    },
    ...ADDRESS.map(([line, heading, others]) => ({ field: `address.${line}`, heading, others })),
  ],
  nameOf: ({ name = '' }) => name,
  keyOf: ({ name }) => name?.toLowerCase() ?? null,
  refused: 'import.row.allDepots',
  open: async (context, rows) => {
    const { trx, viewer, customerId } = context;
    const candidates = await candidatesNamed(context, false, valuesIn(rows, 'name'));
    const regions = valuesIn(rows, 'region');
    const regionOf = choosable(await groupsNamed(trx, viewer, customerId, true, regions));
    return {
      candidates: ({ name = '' }) => candidates(name),
      fresh: freshOf(context, false),
      read: ({ name, region, ...cells }, addError, before) => {
        const lines = ADDRESS.flatMap(([line]) => {
          const { [`address.${line}`]: cell } = cells;
          return cell === undefined ? [] : [[line, cell]];
        });
        const regionId = region === undefined ? undefined : regionOf(region);
        if (region !== undefined && regionId === undefined) addError('region', 'import.row.region');
        const address = (before.address ?? blankAddress) as object;
        return {
          ...(name === undefined ? {} : { name }),
          ...(regionId === undefined ? {} : { region: regionId }),
          ...(lines.length === 0 ? {} : { address: { ...address, ...Object.fromEntries(lines) } }),
        };
      },
    };
  },
};

/** Regions with their depots (O-18), matched by name. */
export const REGIONS: ImportKind = {
  title: 'administration.list.regions',
  columns: [
    {
      field: 'name',
      heading: 'report.column.region',
      others: ['area', 'zona'],
      isNeeded: true,
      wrong: 'import.row.name',
      refused: 'import.row.nameTaken',
    },
    {
      field: 'vehicle_groups',
      heading: 'report.column.depots',
      others: ['depot', 'vehiclegroups', 'depositos'],
    },
  ],
  nameOf: ({ name = '' }) => name,
  keyOf: ({ name }) => name?.toLowerCase() ?? null,
  refused: 'import.row.allDepots',
  open: async (context, rows) => {
    const { trx, viewer, customerId } = context;
    const candidates = await candidatesNamed(context, true, valuesIn(rows, 'name'));
    // A name may contain a comma, so look up all names that the cells could contain.
    const wanted = valuesIn(rows, 'vehicle_groups').flatMap(possibleNames);
    const depotOf = choosable(await groupsNamed(trx, viewer, customerId, false, wanted));
    return {
      candidates: ({ name = '' }) => candidates(name),
      fresh: freshOf(context, true),
      read: ({ name, vehicle_groups: cell }, addError) => {
        const names =
          cell === undefined ? [] : knownNamesIn(cell, (one) => depotOf(one) !== undefined);
        const ids = names.map((one) => {
          const id = depotOf(one);
          if (id === undefined) addError('vehicle_groups', 'import.row.depot', { cell: one });
          return id;
        });
        return {
          ...(name === undefined ? {} : { name }),
          ...(cell === undefined ? {} : { vehicle_groups: ids }),
        };
      },
    };
  },
};
