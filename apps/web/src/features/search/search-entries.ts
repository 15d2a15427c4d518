import type { Access } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { may } from '../../session/rights.ts';
import { signOut } from '../../session/sign-out.ts';
import type { CurrentUser } from '../../session/storage.ts';
import { chooseScheme, colourScheme } from '../../ui/design.ts';
import { accessOf, DESTINATIONS } from '../../ui/destinations.ts';
import { openShortcutList } from '../../ui/shortcuts.tsx';
import { ADMINISTRATION_GROUPS } from '../administration/administration-sections.ts';

/** A row of the search: a record, a screen, an action or a setting. */
export interface Entry {
  /** Unique in the list. */
  readonly key: string;
  readonly group: string;
  readonly name: string;
  readonly description: string;
  readonly depot: string;
  readonly state: string;
  /** The address that it opens; null for an action that only runs. */
  readonly to: string | null;
  readonly run?: () => void;
}

const ADMINISTRATOR: Access = { kind: 'administrator' };
const SIGNED_IN: Access = { kind: 'signed-in' };

interface Command {
  /** Its text is `search.action.<key>`. */
  readonly key: string;
  readonly access: Access;
  readonly to?: string;
  readonly run?: () => void;
}

const COMMANDS: readonly Command[] = [
  {
    key: 'reportDefect',
    access: { kind: 'module', anyOf: ['Defect'], write: true },
    to: '/defects?open=new',
  },
  {
    key: 'newDocument',
    access: { kind: 'module', anyOf: ['Vehicle File'], write: true, refusesLimited: true },
    to: '/vehicle-file/activity?panel=new',
  },
  { key: 'newVehicle', access: ADMINISTRATOR, to: '/administration/vehicles?open=new' },
  { key: 'newDriver', access: ADMINISTRATOR, to: '/administration/drivers?open=new' },
  { key: 'newUser', access: ADMINISTRATOR, to: '/administration/users?open=new' },
  { key: 'newTracker', access: ADMINISTRATOR, to: '/administration/trackers?open=new' },
  { key: 'darkTheme', access: SIGNED_IN, run: () => chooseScheme('dark') },
  { key: 'lightTheme', access: SIGNED_IN, run: () => chooseScheme('light') },
  { key: 'shortcuts', access: SIGNED_IN, run: openShortcutList },
  { key: 'signOut', access: SIGNED_IN, run: signOut },
];

const entry = (group: string, key: string, name: string, to: string | null): Entry => ({
  key: `${group}-${key}`,
  ...{ group, name, to, description: '', depot: '', state: '' },
});

/** Settings that every person may open; all others are for administrators. */
const FOR_ALL = ['preferences'];

/** The screens, actions and settings that a person may open. */
export function commandsOf(current: CurrentUser, t: TFunction): Entry[] {
  const screens = DESTINATIONS.filter((one) => may(current, accessOf(one))).map((one) =>
    entry('screens', one.key, t(`destination.${one.key}`), one.path),
  );
  const active = colourScheme();
  const actions = COMMANDS.filter(
    ({ key, access }) => may(current, access) && key !== `${active}Theme`,
  ).map(({ key, to, run }) => ({
    ...entry('actions', key, t(`search.action.${key}`), to ?? null),
    ...(run === undefined ? {} : { run }),
  }));
  const settings = ADMINISTRATION_GROUPS.flatMap(({ sections }) => sections)
    .filter(({ key, access }) => FOR_ALL.includes(key) || may(current, access ?? ADMINISTRATOR))
    .map(({ key, to }) => ({
      ...entry('settings', key, t(`administration.${key}`), to),
      description: t(`administration.${key}Text`),
    }));
  const account = entry(
    'settings',
    'account',
    t('account.title'),
    '/administration/user-preferences/security',
  );
  return [...screens, ...actions, ...settings, account];
}

/** Letters alone, without accents, so that "configuracoes" finds "Configurações". */
const plain = (text: string) =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim();

/** The entries with all words of a text; those whose name begins with it first. */
export function matching(entries: readonly Entry[], typed: string): Entry[] {
  const text = plain(typed);
  const words = text.split(' ');
  const rank = ({ name }: Entry) => (plain(name).startsWith(text) ? 0 : 1);
  return entries
    .filter(({ name, description }) => {
      const inside = plain(`${name} ${description}`);
      return words.every((word) => inside.includes(word));
    })
    .sort((a, b) => rank(a) - rank(b));
}
