import states from './address-states.json' with { type: 'json' };

/** States by country, separated by `~`: `<code>=<name>`, or only a name that is also the code. Data: docs/data-sources.md. */
const lists: Readonly<Record<string, string>> = states;

export interface State {
  /** Text to write in an address, such as `CA`. */
  readonly code: string;
  readonly name: string;
}

/** States of a country, sorted by name. Empty also if the country has states but the data has no list. */
export const statesOf = (country: string): readonly State[] =>
  ((Object.hasOwn(lists, country) && lists[country]?.split('~')) || []).map((entry) => {
    const [code = '', name = code] = entry.split('=');
    return { code, name };
  });
