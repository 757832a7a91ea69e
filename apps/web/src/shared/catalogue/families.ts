import type { ShownFamily } from '@foyer/contract/api/portal-config';
import { config } from '../../lib/config.ts';

/** Family of a plan or subscription. One that was imported after this page was loaded has its key as name. */
export const familyOf = (key: string): ShownFamily =>
  config.families.find((family) => family.key === key) ?? {
    key,
    kind: 'plans',
    name: key,
    description: null,
    several: false,
    exportControl: false,
    claim: null,
    limits: [],
    color: '#3d4350',
    icon: [],
    app: null,
    learnMore: null,
    confirmation: null,
    helpEmail: null,
    menu: [],
  };

/** True if the second tab of the brand opens this family: it is the first one that the brand shows (SH-07). */
export const isSecondTab = (key: string): boolean =>
  config.brand.secondTab === 'subscription' && config.brand.products[0] === key;
