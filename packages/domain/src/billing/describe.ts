import type { Product } from '@foyer/contract/vocabulary/plans';
import type { MaintenanceExtension, Plan, Price } from '../catalogue/catalogue.ts';

export const productNames: Record<Product, string> = { drive: 'Drive', scope: 'Scope', iot: 'IoT' };

const intervalWords: Record<Price['interval'], string> = {
  monthly: 'monthly',
  yearly: 'yearly',
  'every-6-months': 'every 6 months',
  free: 'free',
};

/** `Drive Starter, yearly`: what stands on invoices. It is frozen there, so it is written in the vendor's language. */
export const describePrice = (plan: Plan, price: Price): string =>
  `${productNames[plan.product]} ${plan.displayName}, ${intervalWords[price.interval]}`;

export const describeUnused = (plan: Plan): string => `Unused time, ${productNames[plan.product]} ${plan.displayName}`;

/** `Scope Ultimate, 1 Year Maintenance`. */
export const describeExtension = (plan: Plan, extension: Pick<MaintenanceExtension, 'name'>): string =>
  `${productNames[plan.product]} ${plan.displayName}, ${extension.name}`;
