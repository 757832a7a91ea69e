import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { packagesOf } from './sbom.mjs';

/** Licence texts of the packages that a built server contains, in its program or in its pages. */

const TEXT = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

const textsIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => TEXT.test(name))
        .sort()
        .map((name) => readFileSync(path.join(folder, name), 'utf8').trim())
    : [];

/** Returns one text with name, version, licence and licence texts of each package that is not only for development. */
export const noticesOf = (lock) => {
  const shipped = packagesOf(lock).filter(({ dev, optional, devOptional }) => !dev && !optional && !devOptional);
  const sections = shipped.map(({ place, name, version, license = 'see its text' }) =>
    [`${name} ${version} (${license})`, ...textsIn(path.join(ROOT, place))].join('\n\n'),
  );
  return `Foyer contains these packages of others.\n\n${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
};
