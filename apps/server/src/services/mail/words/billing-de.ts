import type { billingEn } from './billing-en.ts';

/** The German words of mails about money and what is bought with it. */
export const billingDe: typeof billingEn = {
  greeting: (name, text) => `Guten Tag, ${name}! ${text}`,
  figures: {
    receipt: 'Beleg',
    subtotal: 'Zwischensumme',
    coupon: (code) => `Gutschein ${code}`,
    tax: (percent) => `Steuer (${percent} %)`,
    credit: 'Kontoguthaben',
    carried: 'Kleinbetrag von früher',
    added: 'Ihrem Kontoguthaben gutgeschrieben',
    total: 'Summe',
  },
  links: {
    receipt: 'Beleg ansehen',
    card: 'Karte ändern',
    addCard: 'Karte hinzufügen',
    payments: 'Zahlungen ansehen',
    subscription: 'Abonnement verwalten',
    plans: 'Tarif wählen',
    account: 'Zum Konto',
    maintenance: 'Wartung verlängern',
    license: 'Lizenz ansehen',
  },
  receipt: {
    subject: (amount, what) => `Beleg über ${amount}: ${what}`,
    freeSubject: (what) => `Beleg: ${what}`,
    heading: (amount) => `Sie haben ${amount} bezahlt`,
    freeHeading: 'Keine Zahlung nötig',
    text: (what) => `Dies ist Ihr Beleg für ${what}.`,
    charged: (card, when) => `Der Betrag wurde am ${when} von ${card} abgebucht.`,
  },
  recovered: {
    subject: (what) => `Vielen Dank: ${what} läuft weiter`,
    heading: (what) => `${what} läuft weiter`,
    text: 'Ihre Zahlung ist angekommen, und es ist nichts mehr offen. Dies ist Ihr Beleg.',
  },
  failed: {
    subject: (amount) => `Ihre Zahlung über ${amount} ist fehlgeschlagen`,
    heading: (amount) => `Wir konnten ${amount} nicht abbuchen`,
    declined: (what, card) => `Die Zahlung für ${what} mit ${card} ist fehlgeschlagen.`,
    noCard: (what) => `Für die Zahlung von ${what} ist keine Karte hinterlegt.`,
    nothing: 'Es wurde nichts abgebucht.',
    again: (when) => `Es wurde nichts abgebucht. Wir versuchen es am ${when} erneut.`,
    change: 'Ändern Sie Ihre Karte, und wir buchen den Betrag sofort ab.',
    kept: (what) =>
      `Sie behalten den Tarif, den Sie vorher hatten. Möchten Sie ${what} doch, ändern Sie bitte Ihre Karte und wählen Sie den Tarif erneut.`,
  },
  overdue: {
    subject: (amount, what) => `${amount} überfällig: ${what} ist pausiert`,
    heading: (what) => `${what} ist pausiert`,
    text: (amount) => `Wir haben mehrmals versucht, ${amount} abzubuchen, und es ist nicht gelungen.`,
    change:
      'Ändern Sie Ihre Karte, und es geht sofort weiter. Die Zeit, in der Ihr Abonnement pausiert war, wird an Ihren Zeitraum angehängt.',
  },
  refunded: {
    title: (amount) => `Wir haben ${amount} erstattet`,
    text: (amount) => `Wir haben ${amount} auf die Karte erstattet, mit der Sie bezahlt haben.`,
    days: 'Die meisten Banken zeigen den Betrag innerhalb von 5 bis 10 Tagen an.',
  },
  credit: {
    subject: (amount) => `Sie haben ${amount} Guthaben`,
    heading: (amount) => `Wir haben Ihrem Kontoguthaben ${amount} gutgeschrieben`,
    text: (amount) =>
      `Für Ihre nächsten Zahlungen wird zuerst das Guthaben von ${amount} verwendet, bevor Ihre Karte belastet wird.`,
  },
  paidOut: {
    subject: (amount) => `Wir haben ${amount} Ihres Guthabens ausgezahlt`,
    heading: (amount) => `Wir haben ${amount} ausgezahlt`,
    text: (amount) =>
      `Wir haben Ihnen ${amount} Ihres Kontoguthabens ausgezahlt. Der Betrag steht nicht mehr auf Ihrem Konto.`,
  },
  notice: {
    renewal: {
      subject: (plan, when, amount) => `${plan} verlängert sich am ${when} für ${amount}`,
      heading: (plan, when) => `${plan} verlängert sich am ${when}`,
      off: 'Sie können die automatische Verlängerung jederzeit vorher ausschalten; Ihren Tarif behalten Sie bis zu diesem Tag.',
    },
    start: {
      subject: (plan, when, amount) => `${plan} beginnt am ${when} für ${amount}`,
      heading: (plan, when) => `${plan} beginnt am ${when}`,
      off: 'Sie können den Wechsel jederzeit vor diesem Tag zurücknehmen.',
    },
    text: (when, amount, card) =>
      `Am ${when} buchen wir ${amount} einschließlich Steuer${card === null ? '' : ` von ${card}`} ab.`,
    nothing: (when) => `Am ${when} buchen wir nichts ab.`,
    credit: (credit, amount) => `${credit} von ${amount} werden mit Ihrem Kontoguthaben bezahlt.`,
    follows: (plan) => `Dieser Tarif tritt dann an die Stelle von ${plan}.`,
    replaces: (plan) =>
      `Dieser Tarif tritt dann an die Stelle von ${plan}. Was Sie dafür bezahlt und noch nicht genutzt haben, wird angerechnet.`,
    added: (amount) => `${amount} werden Ihrem Kontoguthaben gutgeschrieben.`,
    legacy: 'Dies ist eine Altlizenz: Für sie gibt es keine Updates, keine Fehlerbehebungen und keine Hilfe mehr.',
    noCard: (when, amount) =>
      `Am ${when} sind ${amount} einschließlich Steuer fällig. Dafür ist keine Karte hinterlegt.`,
    addCard: 'Damit nichts unterbrochen wird, was Sie nutzen, hinterlegen Sie vorher eine Karte.',
  },
  trial: {
    subject: (plan, when) => `Ihre Testphase von ${plan} endet am ${when}`,
    heading: (plan) => `Ihre Testphase von ${plan} hat begonnen`,
    text: (plan, when) =>
      `Sie können bis ${when} alles nutzen, was ${plan} bietet. Für die Testphase zahlen Sie nichts.`,
    undated: (plan) => `Sie können alles nutzen, was ${plan} bietet. Für die Testphase zahlen Sie nichts.`,
    renewal: 'Sie verlängert sich nur, wenn Sie die automatische Verlängerung einschalten.',
    renews: (when, amount) =>
      `Die automatische Verlängerung ist eingeschaltet: Am ${when} wird daraus ein bezahlter Tarif für ${amount} einschließlich Steuer. Kontoguthaben wird zuerst verwendet, den Rest buchen wir von Ihrer Karte ab. Bis dahin können Sie sie ausschalten.`,
    nothing: (when) =>
      `Die automatische Verlängerung ist eingeschaltet, aber nach jetzigem Stand buchen wir am ${when} nichts ab.`,
    open: (when) =>
      `Die automatische Verlängerung ist eingeschaltet. Was wir am ${when} abbuchen, hängt von einer Zahlung ab, die noch verarbeitet wird; Ihr Abonnement zeigt es, sobald es feststeht.`,
  },
  ending: {
    trial: (plan, when) => `Ihre Testphase von ${plan} endet am ${when}`,
    promotion: (plan, when) => `Ihre kostenlose Zeit mit ${plan} endet am ${when}`,
    prepaid: (plan, when) => `Ihre im Voraus bezahlte Zeit mit ${plan} endet am ${when}`,
    paid: (plan, when) => `Ihre Zeit mit ${plan} endet am ${when}`,
    text: (when) => `Sie endet am ${when} von selbst, und es wird nichts dafür abgebucht.`,
    choose:
      'Damit nichts unterbrochen wird, was Sie nutzen, wählen Sie vorher einen Tarif oder schalten Sie die automatische Verlängerung ein.',
    noCard: 'Sie geht nicht weiter, weil keine Karte hinterlegt ist.',
    addCard: 'Damit nichts unterbrochen wird, was Sie nutzen, hinterlegen Sie vorher eine Karte.',
    abroad: 'Sie geht nicht weiter, weil wir für Ihre Adresse keine Karte belasten können.',
    contact: 'Damit nichts unterbrochen wird, was Sie nutzen, schreiben Sie uns vorher.',
    redeem:
      'Damit nichts unterbrochen wird, was Sie nutzen, lösen Sie vorher einen weiteren Code ein. Danach können Sie einen Tarif wählen.',
  },
  ended: {
    title: (plan) => `${plan} ist beendet`,
    text: (plan) => `Ihr Abonnement von ${plan} ist beendet. Dafür wird nichts mehr abgebucht.`,
  },
  cardSaved: {
    subject: (card) => `${card} ist für Ihre Zahlungen gespeichert`,
    heading: (card) => `${card} ist gespeichert`,
    text: (card) => `Ihre Zahlungen werden von nun an von ${card} abgebucht.`,
    notYou: 'Wenn nicht Sie die Karte gespeichert haben, ändern Sie Ihr Passwort und wenden Sie sich an uns.',
  },
  cardExpiring: {
    subject: (card, when) => `${card} läuft am ${when} ab`,
    heading: (card) => `${card} läuft bald ab`,
    text: (card, when) => `Ihre Zahlungen werden von ${card} abgebucht. Diese Karte läuft am ${when} ab.`,
    add: 'Fügen Sie vorher Ihre neue Karte hinzu, damit nichts unterbrochen wird, was Sie nutzen.',
  },
  cardExpired: {
    title: (card) => `${card} ist abgelaufen`,
    text: (card) => `Ihre Zahlungen werden von ${card} abgebucht, und Ihre Bank lehnt die nächste vielleicht ab.`,
    add: 'Fügen Sie Ihre neue Karte hinzu, damit nichts unterbrochen wird, was Sie nutzen.',
  },
  maintenanceEnding: {
    subject: (plan, when) => `Die Wartung Ihrer Lizenz ${plan} endet am ${when}`,
    heading: (when) => `Die Wartung endet am ${when}`,
    text: (plan, when) => `Sie können jede Version von ${plan}, die vor dem ${when} erscheint, auf Dauer nutzen.`,
    extend:
      'Um auch spätere Versionen zu nutzen, verlängern Sie Ihre Wartung. Eine Verlängerung beginnt, wo die jetzige Wartung endet; Sie verlieren also keine Tage, wenn Sie früh verlängern.',
  },
  maintenanceExtended: {
    subject: (plan, when) => `Die Wartung Ihrer Lizenz ${plan} ist bis ${when} verlängert`,
    heading: (when) => `Die Wartung ist bis ${when} verlängert`,
    text: (plan, when) => `Sie können jede Version von ${plan} nutzen, die vor dem ${when} erscheint.`,
    charged: (amount, card) => `Wir haben ${amount} von ${card} abgebucht.`,
  },
  promotion: {
    subject: (name) => `Ihre Aktion ${name} hat begonnen`,
    heading: 'Aktion eingelöst',
    text: (name) => `Die Aktion ${name} ist jetzt auf Ihrem Konto.`,
    forGood: 'Dauerhaft kostenlos: Es wird dafür nichts abgebucht.',
    ends: (when) =>
      `Kostenlos bis ${when}. Danach gibt es keine automatische Verlängerung, und es wird nichts abgebucht.`,
    renews: (when, plan, amount) =>
      `Kostenlos bis ${when}. Danach verlängert sich ${plan} für ${amount} einschließlich Steuer, wenn Sie die automatische Verlängerung nicht vorher ausschalten.`,
  },
  reviewOpened: {
    title: 'Ihr Konto wird geprüft',
    text: 'US-Vorschriften verlangen von uns, Downloads dieser Software zu prüfen.',
    answer: (when) =>
      `Das dauert bis zu zwei US-Werktage. Wir antworten ${when === null ? 'bald' : `bis ${when}`}. Bis dahin sind Downloads gesperrt.`,
    held: (name) =>
      `Wir bewahren ${name} für Sie auf und fügen es Ihrem Konto hinzu, sobald die Prüfung abgeschlossen ist. Es wird nichts abgebucht.`,
  },
  reviewCleared: {
    subject: 'Die Prüfung Ihres Kontos ist abgeschlossen',
    heading: 'Ihr Konto ist freigegeben',
    text: 'Die Prüfung Ihres Kontos ist abgeschlossen. Sie können die Software jetzt herunterladen und aktualisieren.',
  },
  reviewDenied: {
    subject: 'Zur Prüfung Ihres Kontos',
    heading: 'Wir können Ihnen diese Software nicht anbieten',
    text: 'US-Vorschriften erlauben es uns nicht, Ihnen diese Software anzubieten.',
    mistake: 'Es wurde nichts abgebucht. Wenn Sie das für einen Irrtum halten, schreiben Sie uns.',
  },
  heldApplied: {
    title: (name) => `${name} ist jetzt auf Ihrem Konto`,
    text: (name) => `Was wir während der Prüfung für Sie aufbewahrt haben, ${name}, ist jetzt auf Ihrem Konto.`,
  },
  heldReleased: {
    title: (name) => `${name} wurde nicht eingelöst`,
    text: (name) => `Wir haben ${name} für Sie aufbewahrt und konnten es Ihrem Konto nicht hinzufügen.`,
    unused: 'Es wurde nichts abgebucht, und Ihr Code ist unverbraucht: Er gilt wieder.',
  },
};
