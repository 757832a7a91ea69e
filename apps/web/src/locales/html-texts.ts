import type { Language } from '@foyer/contract/vocabulary/languages';

/**
 * The few texts that stand in the HTML itself, because they are for when nothing else of the page arrives. The title is
 * filled in by the server with the name of the brand, so that stays as it is.
 */
export const htmlTexts: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = {
  de: {
    // true of every page: which one it is stands before it once the page is there
    '{brand} Account': '{brand} Account',
    'Sign in · {brand} Account': 'Anmelden · {brand} Account',
    'Foyer Operator': 'Foyer Operator',
    "The operator site couldn't start. Nothing happened to any customer.":
      'Der Operatorbereich konnte nicht starten. Bei den Kunden ist nichts geschehen.',
    'The operator site needs JavaScript. Switch it on for this site and load the page again.':
      'Der Operatorbereich braucht JavaScript. Schalten Sie es für diese Website ein und laden Sie die Seite neu.',
    'Something broke on our side': 'Bei uns ist etwas schiefgegangen',
    "Your account page couldn't start. Your subscriptions, files and payment details are safe. If you were paying, look at Payments before you pay again.":
      'Ihre Kontoseite konnte nicht starten. Ihre Abonnements, Dateien und Zahlungsdaten sind sicher. Falls Sie gerade bezahlt haben, sehen Sie unter Zahlungen nach, bevor Sie noch einmal bezahlen.',
    "The sign-in page couldn't start. Nothing happened to your account.":
      'Die Anmeldeseite konnte nicht starten. Mit Ihrem Konto ist nichts geschehen.',
    'Try again': 'Erneut versuchen',
    'Open Payments': 'Zahlungen öffnen',
    'Contact support': 'Support kontaktieren',
    'Reference for support:': 'Kennung für den Support:',
    'Your account page needs JavaScript. Switch it on for this site and load the page again.':
      'Ihre Kontoseite braucht JavaScript. Schalten Sie es für diese Website ein und laden Sie die Seite neu.',
    'Signing in needs JavaScript. Switch it on for this site and load the page again.':
      'Zum Anmelden wird JavaScript gebraucht. Schalten Sie es für diese Website ein und laden Sie die Seite neu.',
  },
};
