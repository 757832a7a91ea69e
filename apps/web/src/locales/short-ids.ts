import { fileURLToPath } from 'node:url';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

const configPath = fileURLToPath(new URL('../../lingui.config.ts', import.meta.url));

/**
 * The shortest beginning of each id that no other id has: from two characters for a text of the first screen, from three
 * for the others, so that one is never taken for the other.
 */
export const shorten = (first: ReadonlySet<string>, all: ReadonlySet<string>): ReadonlyMap<string, string> => {
  const alone = (id: string, length: number): boolean => {
    const among = length === 2 ? first : all;
    return ![...among].some((other) => other !== id && other.startsWith(id.slice(0, length)));
  };
  const lengthOf = (id: string): number => {
    let length = first.has(id) ? 2 : 3;
    while (length < id.length && !alone(id, length)) length += 1;
    return length;
  };
  return new Map([...all].map((id) => [id, id.slice(0, lengthOf(id))]));
};

const idsOfCatalogues = async (): Promise<ReadonlyMap<string, string>> => {
  const config = getConfig({ configPath });
  const first = new Set<string>();
  const all = new Set<string>();
  for (const catalog of await getCatalogs(config)) {
    for (const id of Object.keys((await catalog.read(config.sourceLocale ?? 'en')) ?? {})) {
      all.add(id);
      if (catalog.path.endsWith('/portal')) first.add(id);
    }
  }
  return shorten(first, all);
};

/** In the code `id: "…"`, in a catalogue the names inside of its JSON, which stands in quotes. */
const inCode = /\bid: "([\w+/]{6})"/g;
const inCatalogue = /\\"([\w+/]{6})\\":/g;

/**
 * Six characters of a hash name each text, in the code and in the catalogue, and compress to nothing less: that is 400
 * bytes of the first chunk (measured) that two or three do as well.
 */
export const shortIds = (): Plugin => {
  let ids: Promise<ReadonlyMap<string, string>> | undefined;
  return {
    name: 'foyer-short-ids',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/src\/.*\.(tsx?|po)$/ },
      async handler(code, file) {
        ids ??= idsOfCatalogues();
        const short = await ids;
        return {
          code: code.replace(file.endsWith('.po') ? inCatalogue : inCode, (whole, id: string) =>
            whole.replace(id, () => short.get(id) ?? id),
          ),
          map: null,
        };
      },
    },
  };
};
