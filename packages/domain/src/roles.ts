/** The built-in permissions of requirement U-P01. The ids are stored with users: never renumber. */
export const ROLES = ['ADMIN', 'MANAGER', 'USER', 'DRIVER', 'READONLY', 'GUEST'] as const;

export type Role = (typeof ROLES)[number];

/** Rights of a role in addition to the user's modules (requirement U-P01). */
export interface RoleRights {
  readonly id: number;
  readonly isLimitedUser: boolean;
  readonly canWrite: boolean;
  readonly canManageUsers: boolean;
}

export const ROLE_RIGHTS: Readonly<Record<Role, RoleRights>> = {
  ADMIN: { id: 1, isLimitedUser: false, canWrite: true, canManageUsers: true },
  MANAGER: { id: 2, isLimitedUser: false, canWrite: true, canManageUsers: false },
  USER: { id: 3, isLimitedUser: false, canWrite: true, canManageUsers: false },
  DRIVER: { id: 4, isLimitedUser: true, canWrite: true, canManageUsers: false },
  READONLY: { id: 5, isLimitedUser: false, canWrite: false, canManageUsers: false },
  GUEST: { id: 6, isLimitedUser: true, canWrite: false, canManageUsers: false },
};
