import { expect, test } from 'vitest';
import { CannotStart } from '../cannot-start.ts';
import { chooseServerUser, describeConcern, type ServerUser, type UserConcern } from './server-user.ts';

const foyer = { uid: 801, gid: 901 };
const postgres = { uid: 101, gid: 104 };
const own = { uid: 700, gid: 700 };
const nobody = { uid: 65534, gid: 65534 };
const root = { uid: 0, gid: 0 };
type Users = Readonly<Record<string, ServerUser>>;

const choose = (wanted: string | null, owner: ServerUser, users: Users) =>
  chooseServerUser({ wanted, owner, find: (name) => users[name] ?? null });

test.each<[string, string | null, ServerUser, Users, ServerUser, UserConcern]>([
  ['the setting comes first', 'pg', null, { pg: own, foyer, postgres }, own, null],
  ['then the user of Foyer', null, null, { foyer, postgres }, foyer, null],
  ['then that of PostgreSQL', null, null, { postgres }, postgres, null],
  ['a name that belongs to root is passed over', null, null, { foyer: root, postgres }, postgres, null],
  ['nobody is the last', null, null, {}, nobody, 'shared'],
  ['nobody by the setting is shared too', 'nobody', null, { nobody }, nobody, 'shared'],
  ['data keeps its owner', null, own, { foyer, postgres }, own, null],
  ['data of nobody too', null, nobody, { foyer, postgres }, nobody, 'shared'],
  ['data keeps its owner beside the setting', 'foyer', own, { foyer }, own, 'not-as-set'],
  ['data of nobody beside the setting', 'foyer', nobody, { foyer }, nobody, 'not-as-set'],
  ['data of the user that is set', 'foyer', foyer, { foyer }, foyer, null],
])('[L7] the user that PostgreSQL runs as when root starts it: %s', (_title, wanted, owner, users, user, concern) => {
  expect(choose(wanted, owner, users)).toEqual({ user, concern });
});

test.each<[string, Users, string]>([
  ['pg', {}, 'no user of this machine. Name another one, or make one: useradd --system pg'],
  ['root', { root }, 'PostgreSQL refuses to run as root'],
])('[L7] a setting that names %s is refused, also when the data has an owner', (wanted, users, words) => {
  for (const owner of [null, own]) {
    expect(() => choose(wanted, owner, users)).toThrow(CannotStart);
    expect(() => choose(wanted, owner, users)).toThrow(words);
  }
});

test('[L7] what is wrong with the user is told with what to do', () => {
  expect(describeConcern('shared', '/srv/db', null)).toMatch(
    /can read its data.*useradd --system foyer.*chown -R foyer: \/srv\/db/,
  );
  expect(describeConcern('not-as-set', '/srv/db', 'pg')).toMatch(
    /another user than DATABASE_SYSTEM_USER \(pg\).*chown -R pg: \/srv\/db/,
  );
  expect(describeConcern('shared', "/srv/Foyer's data", null)).toContain(
    String.raw`chown -R foyer: '/srv/Foyer'\''s data'`,
  );
});
