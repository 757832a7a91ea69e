import type { Language } from '@foyer/contract/vocabulary/languages';

interface Words {
  readonly title: string;
  readonly again: string;
  readonly unconfirmed: string;
  readonly known: string;
  readonly unreachable: string;
  readonly somebodyElse: string;
  readonly network: string;
  readonly expired: string;
}

/** Texts of the page that a browser shows when a sign-in at an external provider failed (BY-05). */
export const oidcWords: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Signing in did not work',
    again: 'Try again',
    unconfirmed: 'The sign-in service has not confirmed your email address.',
    known:
      'There is an account with this email address already, and the address was never confirmed. Please contact support.',
    unreachable: 'The sign-in service cannot be reached just now.',
    somebodyElse: 'You signed in as somebody else. Nothing was changed.',
    network: 'This account only allows certain network addresses.',
    expired: 'This sign-in has expired, or it began in another browser.',
  },
  de: {
    title: 'Die Anmeldung hat nicht funktioniert',
    again: 'Erneut versuchen',
    unconfirmed: 'Der Anmeldedienst hat Ihre E-Mail-Adresse nicht bestätigt.',
    known:
      'Es gibt bereits ein Konto mit dieser E-Mail-Adresse, und die Adresse wurde nie bestätigt. Bitte wenden Sie sich an den Support.',
    unreachable: 'Der Anmeldedienst ist gerade nicht erreichbar.',
    somebodyElse: 'Sie haben sich als jemand anderes angemeldet. Es wurde nichts geändert.',
    network: 'Dieses Konto lässt nur bestimmte Netzwerkadressen zu.',
    expired: 'Diese Anmeldung ist abgelaufen oder hat in einem anderen Browser begonnen.',
  },
};
