import type { Language } from '@foyer/contract/vocabulary/languages';
import type { Interval } from '@foyer/contract/vocabulary/plans';

interface PlanWords {
  readonly intervals: Record<Interval, string>;
  readonly sharing: Record<'contribute' | 'unlimited', string>;
  readonly keys: (count: number) => string;
}

/** Texts of a plan that are not in the catalogue (`displayInterval`, `displayValue`). */
export const planWords: Readonly<Record<Language, PlanWords>> = {
  en: {
    intervals: { monthly: 'Monthly', yearly: 'Yearly', 'every-6-months': 'Every 6 months', free: 'Free' },
    sharing: { contribute: 'Contribute to business or enterprise accounts', unlimited: 'Unlimited Contributors' },
    keys: (count) => `${count} Device Access ${count === 1 ? 'Key' : 'Keys'}`,
  },
  de: {
    intervals: { monthly: 'Monatlich', yearly: 'Jährlich', 'every-6-months': 'Alle 6 Monate', free: 'Kostenlos' },
    sharing: {
      contribute: 'Mitwirken in Business- oder Enterprise-Konten',
      unlimited: 'Unbegrenzt viele Mitwirkende',
    },
    keys: (count) => `${count} Geräteschlüssel`,
  },
};
