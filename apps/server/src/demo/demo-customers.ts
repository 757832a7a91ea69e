import { HOUR_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { addMonths } from '@foyer/domain/dates/months';

export const DEMO_PASSWORD = 'arcwave-demo-2026';

export interface DemoAddress {
  readonly country: string;
  readonly organization: string;
  readonly addressLine1: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly phone1?: string;
}

export interface DemoSubscription {
  readonly planId: string;
  readonly interval: 'monthly' | 'yearly';
  readonly startedAt: (now: Instant) => Instant;
  /** Number of past renewals that the billing rules make, so that the demo has receipts. */
  readonly pastRenewals: number;
  readonly perpetualUntil?: (now: Instant) => { maintenanceEnds: Instant };
  readonly prepaidDisplayCode?: string;
}

export interface DemoCustomer {
  readonly key: string;
  readonly brand: 'scope' | 'drive';
  readonly firstName: string;
  readonly lastName: string;
  readonly emailVerified: boolean;
  readonly address: DemoAddress | null;
  readonly cardToken: string | null;
  readonly exportPending: boolean;
  readonly subscriptions: readonly DemoSubscription[];
  readonly summary: string;
}

export const emailOf = (customer: Pick<DemoCustomer, 'key'>): string => `${customer.key}@demo.arcwave.test`;

const boston: DemoAddress = {
  country: 'US',
  organization: 'Analytical Engines',
  addressLine1: '1 Main St',
  city: 'Boston',
  state: 'MA',
  postalCode: '02110',
  phone1: '6175550100',
};

const plain = {
  brand: 'scope',
  emailVerified: true,
  cardToken: null,
  exportPending: false,
  subscriptions: [],
} as const;

/** Demo customers. They do not change, because README, tests and users rely on them. */
export const demoCustomers: readonly DemoCustomer[] = [
  {
    ...plain,
    key: 'ada',
    firstName: 'Ada',
    lastName: 'Byron',
    address: boston,
    summary: 'Boston, no card, no subscription: start here',
  },
  {
    ...plain,
    key: 'grace',
    firstName: 'Grace',
    lastName: 'Hopper',
    emailVerified: false,
    address: null,
    summary: 'new: no address, no card, nothing',
  },
  {
    ...plain,
    key: 'otto',
    firstName: 'Otto',
    lastName: 'Lilienthal',
    address: {
      country: 'DE',
      organization: 'Flugwerk',
      addressLine1: 'Am Fliegeberg 4',
      city: 'Berlin',
      state: '',
      postalCode: '12207',
      phone1: '4930555010',
    },
    summary: 'address in Germany: no card payments there',
  },
  {
    ...plain,
    key: 'lena',
    firstName: 'Lena',
    lastName: 'Forssen',
    address: { ...boston, organization: 'Standard Images', addressLine1: '512 Beacon St' },
    cardToken: 'tok_visa',
    subscriptions: [
      { planId: 'pln_scope_base', interval: 'yearly', startedAt: () => Date.UTC(2022, 2, 15, 9), pastRenewals: 1 },
    ],
    summary: 'legacy scope plan of 2022',
  },
  {
    ...plain,
    key: 'pia',
    firstName: 'Pia',
    lastName: 'Curie',
    address: { ...boston, organization: 'Radium Labs', addressLine1: '88 Charles St' },
    cardToken: 'tok_visa',
    subscriptions: [
      {
        planId: 'pln_scope_ultimate',
        interval: 'yearly',
        startedAt: (now) => addMonths(now, -9) - 2 * HOUR_MS,
        pastRenewals: 0,
        perpetualUntil: (now) => ({ maintenanceEnds: now + 90 * 24 * HOUR_MS }),
        prepaidDisplayCode: '7KQ2M9XD4HWT8BNC',
      },
      {
        planId: 'pln_drive_pro',
        interval: 'monthly',
        startedAt: (now) => addMonths(now, -4) + 20 * HOUR_MS,
        pastRenewals: 3,
      },
    ],
    summary: 'scope Ultimate perpetual with maintenance, drive Pro monthly',
  },
  {
    ...plain,
    key: 'max',
    firstName: 'Max',
    lastName: 'Planck',
    address: { ...boston, organization: 'Quanta' },
    exportPending: true,
    summary: 'export review pending',
  },
];
