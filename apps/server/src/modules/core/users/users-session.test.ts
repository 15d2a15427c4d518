import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { withFixture } from '../../../../test/fixture.ts';
import { mailedFleet } from '../../../../test/mailed-fleet.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;

withFixture(mailedFleet, (started) => {
  ({ api, fleet } = started);
});

describe('the session of a user', () => {
  const told = async () =>
    (await api.ask('/api/user/get_current_user/', { as: fleet.people.kilometres })).body;

  it('[V-09] [V-10] contains the user with names, customer and modules, and the languages', async () => {
    const { people, home } = fleet;
    const body = await told();
    expect(body.languages).toEqual(
      expect.arrayContaining([
        { reference: 'en', name: 'English', translation_file: '/locales/en.json' },
      ]),
    );
    expect(body.user).toMatchObject({
      id: people.kilometres,
      first_name: 'Ada',
      last_name: 'Hill',
      customers: [{ id: home.customerId, name: 'Home', logo: null }],
    });
    expect(body.user.modules[0]).toEqual({ id: expect.any(Number), name: expect.any(String) });
  });

  it('[V-11] contains the preferences, as they are set', async () => {
    const { people } = fleet;
    const kept = { time_zone: null, date_format: null, time_format: null };
    expect((await told()).user.prefs).toMatchObject({ ...kept, units_distance: 'KMS' });
    await api.services.db.pool.query(
      `update users set time_zone = 'Europe/Lisbon', time_format = '12' where id = $1`,
      [people.kilometres],
    );
    expect((await told()).user.prefs).toMatchObject({
      time_zone: 'Europe/Lisbon',
      time_format: expect.stringContaining('12'),
    });
  });

  it('[V-12] contains whether the user is limited, and the rights of the role', async () => {
    expect((await told()).user.permission).toMatchObject({
      name: 'USER',
      perms: { is_limited_user: false, can_write: true, can_manage_users: false },
    });
    const { body } = await api.ask('/api/user/get_current_user/', { as: fleet.people.limited });
    expect(body.user.permission.perms.is_limited_user).toBe(true);
  });

  it('[V-15] contains whether the home page shows the logo of the customer', async () => {
    expect((await told()).customer_config.render_cust_logo_on_dl_homescreen).toBe(false);
    await api.services.db.pool.query(
      'update customers set render_logo_on_home = true where id = $1',
      [fleet.home.customerId],
    );
    expect((await told()).customer_config.render_cust_logo_on_dl_homescreen).toBe(true);
  });

  it.each([
    ['[U-33]', 'global_admin', 'IsGlobalAdmin'],
    ['[U-34]', 'customer_admin', 'IsCustomerAdmin'],
    ['[U-35]', 'manager', 'IsManager'],
    ['[U-36]', 'engineer', 'IsEngineer'],
    ['[U-37]', 'repairer', 'IsRepairer'],
    ['[U-38]', 'readonly', 'IsReadonly'],
    ['[U-39]', 'server_user', 'IsServerUser'],
    ['[U-40]', 'user_vehicle_admin', 'IsUserVehicleAdmin'],
  ])('%s [U-42] a record of a companion app with the flag %s as %s', async (_, flag, field) => {
    const { plain } = fleet.people;
    await api.services.db.pool.query(
      `insert into user_app_records (user_id, app_id, app_name, app_reference, permission_name,
         level, flags) values ($1, 2, 'Defect', 'DEFECT', 'Defect Repairer', 2, $2)`,
      [plain, [flag]],
    );
    const { body } = await api.ask('/auth/userinfo/', { as: plain });
    const record = body.extra_vars.permissions.find(
      (one: { ExternalAppReference: string }) => one.ExternalAppReference === 'DEFECT',
    );
    const raised = Object.keys(record).filter((name) => record[name] === true);
    expect([raised, record.Level]).toEqual([[field], 2]);
    await api.services.db.pool.query('delete from user_app_records where user_id = $1', [plain]);
  });

  it('[U-41] contains a level of a companion app as a number', async () => {
    const { plain } = fleet.people;
    await api.services.db.pool.query(
      `insert into user_app_records (user_id, app_id, app_name, app_reference, permission_name,
         level) values ($1, 3, 'Safety Inspection', 'SAFETY_INSPECTION', 'Manager', 3)`,
      [plain],
    );
    const { body } = await api.ask('/auth/userinfo/', { as: plain });
    expect(body.extra_vars.permissions).toContainEqual(
      expect.objectContaining({ ExternalAppReference: 'SAFETY_INSPECTION', Level: 3 }),
    );
    await api.services.db.pool.query('delete from user_app_records where user_id = $1', [plain]);
  });

  it('[V-13] [V-14] contains the single-sign-on records, with all of their fields', async () => {
    const { body } = await api.ask('/auth/userinfo/', { as: fleet.people.admin });
    expect(body.extra_vars.permissions).toEqual([
      {
        ExternalAppId: expect.any(Number),
        ExternalAppName: 'Datalive',
        ExternalAppReference: 'datalive',
        Id: expect.any(Number),
        IsCustomerAdmin: false,
        IsEngineer: false,
        IsGlobalAdmin: false,
        IsManager: false,
        IsReadonly: false,
        IsRepairer: false,
        IsServerUser: false,
        IsUserVehicleAdmin: false,
        Level: 3,
        PermissionName: 'ADMIN',
      },
    ]);
  });
});
